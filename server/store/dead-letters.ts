/** Runs that failed for good, with what they failed at. */
import type { Row, Tx } from '#server/platform/db.ts';

export interface DeadLetter {
  readonly runId: string;
  readonly automationId: string;
  readonly automationName: string;
  readonly version: number;
  readonly outcome: string | null;
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly kind: string | null;
  readonly attempts: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly failedAt: Date;
}

export interface ListDeadLetters {
  readonly orgId: string;
  readonly automationId: string | null;
  /** Id of the last run of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

/** Newest run first; by `runs_by_status`. */
export const listDeadLetters = async (tx: Tx, asked: ListDeadLetters): Promise<DeadLetter[]> => {
  const { rows } = await tx.query<DeadLetter & Row>(
    `select r.id as "runId", r.automation_id as "automationId", a.name as "automationName",
            r.version, r.outcome, s.step_id as "stepId", s.iteration, s.kind,
            coalesce(s.attempt, 0) as attempts, s.error, r.finished_at as "failedAt"
       from runs r
       join automations a on a.id = r.automation_id
       left join lateral (
         select * from steps s
          where s.run_id = r.id and s.status = 'failed' and s.port is null
          order by s.id desc limit 1) s on true
      where r.org_id = $1 and r.status = 'failed'
        and ($2::text is null or r.automation_id = $2)
        and ($3::text is null or r.id < $3)
      order by r.id desc limit $4`,
    [asked.orgId, asked.automationId, asked.before, asked.limit],
  );
  return rows;
};

/** Which of these runs the organisation has. */
export const findOwnRuns = async (
  tx: Tx,
  orgId: string,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await tx.query<{ id: string }>(
    'select id from runs where org_id = $1 and id = any ($2::text[])',
    [orgId, runIds],
  );
  return new Set(rows.map((row) => row.id));
};
