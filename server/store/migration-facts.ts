import type { MigrationFacts } from '#server/engine/migration-facts.ts';
import { visitKey, type Visit } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';

interface VisitRow extends Visit {
  readonly enteredAt: number;
  readonly effects: MigrationFacts['visits'] extends ReadonlyMap<string, infer V>
    ? V extends { readonly effects: infer E }
      ? E
      : never
    : never;
}

interface Row {
  readonly visits: readonly VisitRow[];
  readonly timers: readonly (Omit<MigrationFacts['timers'][number], 'visit'> & {
    readonly stepId: string | null;
    readonly iteration: number | null;
  })[];
  readonly subscriptions: readonly (Visit & { signal: string; correlationKey: string })[];
  readonly approvals: readonly (Visit & {
    assignees: readonly string[];
    channel: 'slack' | 'inbox';
    target: string | null;
    then: string;
  })[];
}

/**
 * What is to be known of a run's open visits before it is moved, in one statement, under the run's
 * lock where it is then moved. By the runs' own indexes: `steps (run_id, …)`, `effects_run`,
 * `timers_run`, `subscriptions (run_id, …)`, `approvals_run`.
 */
export const readMigrationFacts = async (tx: Tx, runId: string): Promise<MigrationFacts> => {
  const { rows } = await tx.query<Row>(
    `select
       coalesce((select json_agg(json_build_object(
         'stepId', s.step_id, 'iteration', s.iteration,
         'enteredAt', floor(extract(epoch from s.entered_at) * 1000),
         'effects', (select coalesce(json_agg(e.status), '[]') from effects e
                      where e.run_id = s.run_id and e.step_id = s.step_id
                        and e.iteration = s.iteration)))
         from steps s where s.run_id = $1 and s.finished_at is null), '[]') as visits,
       coalesce((select json_agg(json_build_object(
         'timerId', t.id, 'rule', t.rule, 'zone', t.zone, 'spreadSeconds', t.spread_seconds,
         'dueAt', floor(extract(epoch from t.due_at) * 1000), 'purpose', t.purpose,
         'stepId', t.step_id, 'iteration', t.iteration))
         from timers t
        where t.run_id = $1 and t.fired_at is null and t.cancelled_at is null), '[]') as timers,
       coalesce((select json_agg(json_build_object(
         'stepId', b.step_id, 'iteration', b.iteration, 'signal', b.signal,
         'correlationKey', b.correlation_key))
         from subscriptions b where b.run_id = $1 and b.closed_at is null), '[]') as subscriptions,
       coalesce((select json_agg(json_build_object(
         'stepId', a.step_id, 'iteration', a.iteration, 'assignees', a.assignees,
         'channel', a.channel, 'target', a.target, 'then', a.deadline_then))
         from approvals a where a.run_id = $1 and a.status = 'open'), '[]') as approvals`,
    [runId],
    'migration-facts',
  );
  const row = rows[0] ?? { visits: [], timers: [], subscriptions: [], approvals: [] };
  return {
    visits: new Map(row.visits.map((visit) => [visitKey(visit), visit])),
    timers: row.timers.map(({ stepId, iteration, ...timer }) => ({
      ...timer,
      visit: stepId === null || iteration === null ? null : { stepId, iteration },
    })),
    subscriptions: new Map(row.subscriptions.map((wait) => [visitKey(wait), wait])),
    approvals: new Map(row.approvals.map((request) => [visitKey(request), request])),
  };
};
