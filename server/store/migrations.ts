/**
 * Migrations of runs from one version to another. A worker holds one by a lease, and its token is
 * the fence of everything that is written for it:
 *
 *   collecting ──page by page──► moving ──batch by batch──► done
 *        └──────────cancelled by a person──────────┘
 *
 * Lock order: runs, what hangs on them, `migration_runs`, `migrations`.
 */
import type { StepMatch, StepRule } from '#server/engine/migration-order.ts';
import type { Tx } from '#server/platform/db.ts';

export interface NewMigration {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string;
  readonly from: number;
  readonly to: number;
  readonly mapping: readonly StepMatch[];
  readonly rules: readonly StepRule[];
  readonly key: string;
  readonly by: string;
}

export interface KnownMigration {
  readonly id: string;
  readonly automationId: string;
  readonly from: number;
  readonly to: number;
  readonly mapping: readonly StepMatch[];
  readonly rules: readonly StepRule[];
}

const ORDER = `id, automation_id as "automationId", from_version as "from", to_version as "to",
  mapping, rules`;

/** What was started under the key before; null when nothing was. */
export const findMigrationByKey = async (
  tx: Tx,
  orgId: string,
  key: string,
): Promise<KnownMigration | null> => {
  const { rows } = await tx.query<KnownMigration>(
    `select ${ORDER} from migrations where org_id = $1 and key = $2`,
    [orgId, key],
  );
  return rows[0] ?? null;
};

/** The one that is under way for an automation; by `migrations_active`. */
export const findActiveMigration = async (tx: Tx, automationId: string): Promise<string | null> => {
  const { rows } = await tx.query<{ id: string }>(
    `select id from migrations
      where automation_id = $1 and status in ('collecting', 'moving')`,
    [automationId],
  );
  return rows[0]?.id ?? null;
};

/**
 * The caller holds the automation's row, so that there is one at a time. False: another automation's
 * has the key since.
 */
export const insertMigration = async (tx: Tx, made: NewMigration): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into migrations (id, org_id, automation_id, from_version, to_version, mapping, rules,
                             key, created_by)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, $9)
     on conflict (org_id, key) do nothing`,
    [
      made.id,
      made.orgId,
      made.automationId,
      made.from,
      made.to,
      JSON.stringify(made.mapping),
      JSON.stringify(made.rules),
      made.key,
      made.by,
    ],
  );
  return rowCount === 1;
};

export interface HeldMigration extends KnownMigration {
  readonly orgId: string;
  readonly status: 'collecting' | 'moving';
  readonly collectedTo: string;
  /** The fence. */
  readonly token: number;
  /** Who started it: the actor of what it does. */
  readonly by: string;
}

/**
 * Takes the migration that has waited longest for its turn, and holds it for so long. Null: there is
 * nothing to do now. By `migrations_due`; passes by what another worker is just taking.
 */
export const claimMigration = async (
  tx: Tx,
  owner: string,
  leaseSeconds: number,
): Promise<HeldMigration | null> => {
  const { rows } = await tx.query<HeldMigration>(
    `with c as materialized (
       select id from migrations
        where status in ('collecting', 'moving') and next_at <= engine_now()
          and (lease_until is null or lease_until < engine_now())
        order by next_at, id limit 1 for update skip locked)
     update migrations m
        set owner = $1, lease_until = engine_now() + make_interval(secs => $2),
            token = m.token + 1
       from c where m.id = c.id
     returning m.id, m.org_id as "orgId", m.automation_id as "automationId",
               m.from_version as "from", m.to_version as "to", m.mapping, m.rules, m.status,
               m.collected_to as "collectedTo", m.token, m.created_by as by`,
    [owner, leaseSeconds],
  );
  return rows[0] ?? null;
};

export interface Progress {
  readonly id: string;
  readonly token: number;
  readonly leaseSeconds: number;
}

/**
 * Adds the page of runs that was found after `after`. False when the lease was lost, or the page was
 * noted before, by a COMMIT whose answer was lost: nothing may be written then.
 */
export const noteCollected = async (
  tx: Tx,
  { id, token, leaseSeconds }: Progress,
  found: {
    readonly after: string;
    readonly runs: number;
    readonly last: string | null;
    readonly more: boolean;
  },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update migrations
        set total = total + $3, collected_to = coalesce($4, collected_to),
            status = case when status = 'collecting' and not $5::boolean then 'moving' else status end,
            progressed_at = engine_now(),
            lease_until = engine_now() + make_interval(secs => $6)
      where id = $1 and token = $2 and owner is not null and collected_to = $7`,
    [id, token, found.runs, found.last, found.more, leaseSeconds, found.after],
  );
  return rowCount === 1;
};

export interface Tally {
  readonly moved: number;
  readonly cancelled: number;
  readonly left: number;
  readonly refused: number;
}

/**
 * Counts what a batch did, in its transaction. False when the lease was lost. A migration that was
 * cancelled meanwhile still counts the runs that were in hand.
 */
export const noteMoved = async (
  tx: Tx,
  { id, token, leaseSeconds }: Progress,
  tally: Tally,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update migrations
        set moved = moved + $3, cancelled = cancelled + $4, left_behind = left_behind + $5,
            refused = refused + $6, progressed_at = engine_now(),
            lease_until = engine_now() + make_interval(secs => $7)
      where id = $1 and token = $2 and owner is not null`,
    [id, token, tally.moved, tally.cancelled, tally.left, tally.refused, leaseSeconds],
  );
  return rowCount === 1;
};

/**
 * Lets go of a migration. Where it has come to its end it is finished; else it is looked at again
 * when the first of its waiting runs is due, or at once where there is more to do.
 */
export const releaseMigration = async (
  tx: Tx,
  held: { readonly id: string; readonly token: number },
): Promise<void> => {
  await tx.query(
    `with left_over as (
       select min(look_at) as look_at from migration_runs
        where migration_id = $1 and status = 'pending')
     update migrations m
        set owner = null, lease_until = null,
            status = case when m.status = 'moving' and l.look_at is null then 'done' else m.status end,
            finished_at = case when m.status = 'moving' and l.look_at is null then engine_now()
                          else m.finished_at end,
            next_at = case when m.status = 'moving' then greatest(l.look_at, engine_now())
                      else engine_now() end
       from left_over l
      where m.id = $1 and m.token = $2`,
    [held.id, held.token],
  );
};

/** Stops it where it is. Answers whose runs it moved; null when it had ended before. */
export const cancelMigration = async (
  tx: Tx,
  cancel: { readonly orgId: string; readonly id: string; readonly by: string },
): Promise<string | null> => {
  const { rows } = await tx.query<{ automationId: string }>(
    `update migrations set status = 'cancelled', cancelled_by = $3, finished_at = engine_now()
      where id = $2 and org_id = $1 and status in ('collecting', 'moving')
     returning automation_id as "automationId"`,
    [cancel.orgId, cancel.id, cancel.by],
  );
  return rows[0]?.automationId ?? null;
};
