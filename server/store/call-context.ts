import type { Tx } from '#server/platform/db.ts';

/** What has to be true at the moment of the call, not at enrolment; read once, together. */
export interface CallContext {
  readonly consent: 'granted' | 'withdrawn' | null;
  readonly suppressed: boolean;
  readonly erased: boolean;
  readonly email: string | null;
  readonly contactId: string | null;
  readonly approval: {
    readonly id: string;
    readonly content: string;
    readonly digest: string;
    readonly assignees: readonly string[];
    readonly target: string | null;
    /** Epoch milliseconds. */
    readonly deadlineAt: number;
    readonly deadlineThen: string;
  } | null;
  /** The visit's latest request, whatever became of it. */
  readonly approvalId: string | null;
  /** Epoch milliseconds, by the engine's clock. */
  readonly now: number;
}

export const readCallContext = async (
  tx: Tx,
  runId: string,
  stepId: string,
  iteration: number,
): Promise<CallContext> => {
  const { rows } = await tx.query<CallContext>(
    `select c.id as "contactId", c.email, coalesce(c.erased_at is not null, false) as erased,
            (select state from consents where contact_id = c.id and channel = 'email') as consent,
            exists (select 1 from suppressions
                     where org_id = r.org_id and address = c.email) as suppressed,
            (select json_build_object(
               'id', a.id, 'content', a.content, 'digest', a.digest, 'assignees', a.assignees,
               'target', a.target, 'deadlineAt', floor(extract(epoch from a.deadline_at) * 1000),
               'deadlineThen', a.deadline_then)
               from approvals a
              where a.run_id = r.id and a.step_id = $2 and a.iteration = $3
                and a.status = 'open') as approval,
            (select a.id from approvals a
              where a.run_id = r.id and a.step_id = $2 and a.iteration = $3
              order by a.id desc limit 1) as "approvalId",
            floor(extract(epoch from engine_now()) * 1000)::bigint as now
       from runs r left join contacts c on c.id = r.contact_id
      where r.id = $1`,
    [runId, stepId, iteration],
  );
  const found = rows[0];
  if (found === undefined) throw new Error(`There is no run ${runId}.`);
  return found;
};
