/**
 * Ways through everything that is open, in an index's own order: each piece begins behind the last
 * one's end, so that it costs the same wherever it is and however much there is. Rows that change
 * their place meanwhile may be seen twice or not; the next walk sees them.
 */

type Key = readonly [column: string, type: string, before: string];

export interface Walk {
  readonly from: string;
  readonly columns: string;
  readonly where: string;
  /** The index's columns, and a value before any other. */
  readonly keys: readonly Key[];
}

/** Where a piece ended: the keys of its last row, as text. */
export type Place = readonly string[];

/** Rows of a piece: some 15 ms of probes into other tables. */
export const PIECE = 1000;

const OF_STEP = 'run_id, step_id, iteration, status, reason';

/** By `steps_waiting`. */
export const waitingSteps = (...statuses: readonly string[]): Walk => ({
  from: 'steps',
  columns: OF_STEP,
  where: `status in (${statuses.map((status) => `'${status}'`).join(', ')})`,
  keys: [
    ['status', 'text', ''],
    ['id', 'bigint', '0'],
  ],
});

/** By `steps_attention`. */
export const STEPS_IN_NEED: Walk = {
  from: 'steps',
  columns: OF_STEP,
  where: `status in ('parked', 'needs_review')`,
  keys: [
    ['org_id', 'text', ''],
    ['status', 'text', ''],
    ['id', 'bigint', '0'],
  ],
};

/** By `steps_claim`. */
export const STEPS_AT_WORK: Walk = {
  from: 'steps',
  columns: OF_STEP,
  where: `status in ('ready', 'running')`,
  keys: [
    ['lane', 'text', ''],
    ['org_id', 'text', ''],
    ['connection', 'text', ''],
    ['ready_at', 'timestamptz', '-infinity'],
    ['id', 'bigint', '0'],
  ],
};

/** By `runs_open_by_version`. */
export const OPEN_RUNS: Walk = {
  from: 'runs',
  columns: '',
  where: 'finished_at is null',
  keys: [
    ['automation_id', 'text', ''],
    ['version', 'int', '0'],
    ['id', 'text', ''],
  ],
};

/** By `approvals_open_visit`. */
export const OPEN_APPROVALS: Walk = {
  from: 'approvals',
  columns: 'id as approval',
  where: `status = 'open'`,
  keys: [
    ['run_id', 'text', ''],
    ['step_id', 'text', ''],
    ['iteration', 'int', '0'],
  ],
};

/**
 * By `subscriptions_open`. Two may have the same keys, of which the second is passed by where a piece
 * ends between them: what answers the one answers the other, and was seen beside the first.
 */
export const OPEN_SUBSCRIPTIONS: Walk = {
  from: 'subscriptions',
  columns: 'run_id, step_id',
  where: 'closed_at is null',
  keys: [
    ['org_id', 'text', ''],
    ['signal', 'text', ''],
    ['correlation_key', 'text', ''],
    ['created_at', 'timestamptz', '-infinity'],
  ],
};

/** By `subscriptions_children`: a child has one parent. */
export const AWAITED_CHILDREN: Walk = {
  from: 'subscriptions',
  columns: 'run_id, step_id',
  where: `signal = '$run.finished' and closed_at is null`,
  keys: [['correlation_key', 'text', '']],
};

/** By `spend_reserved`. */
export const RESERVATIONS: Walk = {
  from: 'spend',
  columns: 'status',
  where: `status = 'reserved'`,
  keys: [['effect_key', 'text', '']],
};

/**
 * There is no such row. A subquery with a limit is probed row by row, by index: written as `not
 * exists` it may become a join that reads the other table from end to end.
 */
export const none = (query: string): string => `(${query} limit 1) is null`;

export const beginning = (walk: Walk): Place => walk.keys.map(([, , before]) => before);

/**
 * One piece and what breaks the invariant in it; takes the place to begin behind. Gives `rows`, how
 * many there were; `place`, the last one's; `ids`, at most `most` of those that break it.
 */
export const pieceText = (
  { walk, broken }: { walk: Walk; broken: string },
  most: number,
): string => {
  const columns = walk.keys.map(([column]) => column);
  const named = columns.map((column) => `s.${column}`);
  const behind = walk.keys.map(([, type], n) => `$${n + 1}::${type}`);
  const wanted = [...new Set([...columns, ...walk.columns.split(', ').filter((c) => c !== '')])];
  return `
    with s as materialized (
      select ${wanted.join(', ')}
        from ${walk.from}
       where ${walk.where} and (${columns.join(', ')}) > (${behind.join(', ')})
       order by ${columns.join(', ')} limit ${PIECE}),
    broken as (select id from (${broken}) as b limit ${most})
    select (select count(*)::int from s) as rows,
           (select array[${named.map((column) => `${column}::text`).join(', ')}]
              from s order by ${named.map((column) => `${column} desc`).join(', ')} limit 1) as place,
           (select coalesce(array_agg(id), '{}') from broken) as ids`;
};
