/** Effects as people see them: what was asked for, what came back. */
import type { Row, Tx } from '#server/platform/db.ts';

export interface EffectRow {
  readonly key: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly connector: string;
  readonly status:
    | 'claimed'
    | 'in_flight'
    | 'settled'
    | 'outcome_unknown'
    | 'needs_review'
    | 'abandoned';
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

/** Effects in one status, by key. Reviews and unsettled ones have partial indexes of their own. */
export const listEffects = async (tx: Tx, asked: ListEffects): Promise<EffectRow[]> => {
  const { rows } = await tx.query<EffectRow & Row>(
    `select ${EFFECT_COLUMNS} from effects e
      where e.org_id = $1 and e.status = $2 and ($3::text is null or e.key > $3)
      order by e.key limit $4`,
    [asked.orgId, asked.status, asked.after, asked.limit],
  );
  return rows;
};
