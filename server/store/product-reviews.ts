/** Effects about which only a person can say what happened. */
import type { Tx } from '#server/platform/db.ts';
import { EFFECT_COLUMNS, type EffectRow } from './product-effects.ts';

export interface ListReviews {
  readonly orgId: string;
  /** Key of the last effect of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

export interface ReviewItem {
  readonly effect: EffectRow;
  readonly runId: string;
  readonly automationName: string;
  readonly version: number;
  readonly stepName: string;
  readonly stepKind: string;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  /** Since when a person is needed. */
  readonly since: Date;
  readonly message: string;
}

type ReviewRow = EffectRow & Omit<ReviewItem, 'effect'>;

const LIST = `
  select ${EFFECT_COLUMNS}, a.name as "automationName", r.version,
         coalesce(d.step ->> 'name', e.step_id) as "stepName",
         coalesce(d.step ->> 'kind', e.connector) as "stepKind",
         c.name as "contactName", c.email as "contactEmail",
         coalesce(e.last_attempt_at, e.created_at) as since,
         coalesce(s.reason ->> 'message', 'Nobody knows whether it happened.') as message
    from effects e
    join runs r on r.id = e.run_id
    join automations a on a.id = r.automation_id
    join automation_versions v on v.automation_id = r.automation_id and v.version = r.version
    left join contacts c on c.id = r.contact_id
    left join steps s on s.run_id = e.run_id and s.step_id = e.step_id and s.iteration = e.iteration
    left join lateral (
      select x as step from jsonb_array_elements(v.document -> 'steps') x
       where x ->> 'id' = e.step_id limit 1) d on true
   where e.org_id = $1 and e.status = 'needs_review' and ($2::text is null or e.key > $2)
   order by e.key limit $3`;

/** Oldest run first, as keys sort by their run's id. Uses effects_review. */
export const listReviews = async (tx: Tx, asked: ListReviews): Promise<ReviewItem[]> => {
  const { rows } = await tx.query<ReviewRow>(LIST, [asked.orgId, asked.after, asked.limit]);
  return rows.map((row) => {
    const {
      automationName,
      version,
      stepName,
      stepKind,
      contactName,
      contactEmail,
      since,
      message,
    } = row;
    const rest = { automationName, version, stepName, stepKind, contactName, contactEmail };
    return { ...rest, since, message, runId: row.runId, effect: row };
  });
};
