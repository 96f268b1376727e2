/** Effects as people see them: what was asked for, what came back. */
import type { Tx } from '#server/platform/db.ts';
import type { EffectStatus } from './effects.ts';

export interface EffectRow {
  readonly key: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly connector: string;
  readonly status: EffectStatus;
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly owner: string | null;
  readonly settledAt: Date | null;
  readonly request: unknown;
  readonly result: unknown;
  readonly providerReply: unknown;
}

export const EFFECT_COLUMNS = `
  e.key, e.run_id as "runId", e.step_id as "stepId", e.iteration, e.connector, e.status, e.attempts,
  e.first_attempt_at as "firstAttemptAt", e.last_attempt_at as "lastAttemptAt", e.owner,
  e.settled_at as "settledAt", e.request, e.result, e.provider_reply as "providerReply"`;

export interface ListEffects {
  readonly orgId: string;
  readonly status: EffectRow['status'];
  readonly after: string | null;
  readonly limit: number;
}

const BY_STATUS = `
  select ${EFFECT_COLUMNS} from effects e
   where e.org_id = $1 and e.status = $2 and ($3::text is null or e.key > $3)
   order by e.key limit $4`;

/** Keys begin with their run's id, so the order of runs is the order of keys. */
const BY_RUN = `
  select e.* from runs r
   cross join lateral (
     select ${EFFECT_COLUMNS} from effects e
      where e.run_id = r.id and e.status = $2 and ($3::text is null or e.key > $3)
      order by e.key limit $4) e
   where r.org_id = $1 and ($3::text is null or r.id >= split_part($3, '/', 1))
   order by r.id, e.key limit $4`;

/**
 * Effects in one status, by key. Those that are open, in review or given up have partial indexes;
 * settled ones, which are nearly all, are found through the workspace's runs.
 */
export const listEffects = async (tx: Tx, asked: ListEffects): Promise<EffectRow[]> => {
  const { rows } = await tx.query<EffectRow>(asked.status === 'settled' ? BY_RUN : BY_STATUS, [
    asked.orgId,
    asked.status,
    asked.after,
    asked.limit,
  ]);
  return rows;
};
