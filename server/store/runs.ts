import type { RunStatus, ScopeState, Visit } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';

export interface NewRun {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string;
  readonly version: number;
  readonly startKey: string;
  readonly contactId: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly isTest: boolean;
  /** The visit of another run that starts it. */
  readonly parent?: (Visit & { readonly runId: string }) | undefined;
  readonly change: RunChange;
}

export interface RunChange {
  readonly id: string;
  readonly version: number;
  readonly status: RunStatus;
  readonly outcome: string | null;
  /** What the number was when the run was loaded: nobody else may have raised it since. */
  readonly seqBefore: number;
  readonly seq: number;
  readonly stepsLeft: number;
  readonly scopes: readonly ScopeState[];
  readonly cancelRequested: boolean;
  readonly cancelBy: string | null;
  readonly cancelReason: string | null;
  /** Epoch milliseconds at which it is too old; null leaves what is there. */
  readonly expiresAt: number | null;
  readonly finished: boolean;
}

/** False when the start key is taken; nothing was written then. */
export const insertRun = async (tx: Tx, run: NewRun): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into runs (id, org_id, automation_id, version, start_key, contact_id, input, is_test,
                       status, outcome, seq, steps_left, scopes, expires_at, finished_at,
                       parent_run_id, parent_step_id, parent_iteration)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
             to_timestamp($14::numeric / 1000),
             case when $15::boolean then engine_now() end, $16, $17, $18)
     on conflict (org_id, start_key) do nothing`,
    [
      run.id,
      run.orgId,
      run.automationId,
      run.version,
      run.startKey,
      run.contactId,
      JSON.stringify(run.input),
      run.isTest,
      run.change.status,
      run.change.outcome,
      run.change.seq,
      run.change.stepsLeft,
      JSON.stringify(run.change.scopes),
      run.change.expiresAt,
      run.change.finished,
      run.parent?.runId ?? null,
      run.parent?.stepId ?? null,
      run.parent?.iteration ?? null,
    ],
  );
  return rowCount === 1;
};

/** By primary key, under the lock that loading them took; the number is the fence. */
export const updateRuns = async (tx: Tx, changes: readonly RunChange[]): Promise<void> => {
  if (changes.length === 0) return;
  const { rowCount } = await tx.query(
    `update runs r
        set version = u.version, status = u.status, outcome = u.outcome, seq = u.seq, steps_left = u."stepsLeft",
            scopes = u.scopes, updated_at = (select engine_now()),
            cancel_requested_at = case when u."cancelRequested"
              then coalesce(r.cancel_requested_at, (select engine_now())) end,
            cancel_requested_by = coalesce(r.cancel_requested_by, u."cancelBy"),
            cancel_reason = coalesce(r.cancel_reason, u."cancelReason"),
            expires_at = coalesce(to_timestamp(u."expiresAt" / 1000.0), r.expires_at),
            finished_at = case when u.finished then coalesce(r.finished_at, (select engine_now())) end
       from json_to_recordset($1::json) as u (
            id text, version int, status text, outcome text, "seqBefore" int, seq int, "stepsLeft" int,
            scopes jsonb, "cancelRequested" boolean, "cancelBy" text, "cancelReason" text,
            "expiresAt" numeric, finished boolean)
      where r.id = u.id and r.seq = u."seqBefore"`,
    [JSON.stringify(changes)],
    'update-runs',
  );
  if (rowCount !== changes.length) {
    throw new Error(`Of ${changes.length} runs only ${rowCount} were as they had been loaded.`);
  }
};

export const findRunByStartKey = async (
  tx: Tx,
  orgId: string,
  startKey: string,
): Promise<string | null> => {
  const { rows } = await tx.query<{ id: string }>(
    'select id from runs where org_id = $1 and start_key = $2',
    [orgId, startKey],
  );
  return rows[0]?.id ?? null;
};

/** The run's status, or null when this organisation has no such run. */
export const findRunStatus = async (
  tx: Tx,
  orgId: string,
  runId: string,
): Promise<RunStatus | null> => {
  const { rows } = await tx.query<{ status: RunStatus }>(
    'select status from runs where id = $1 and org_id = $2',
    [runId, orgId],
  );
  return rows[0]?.status ?? null;
};

/** Whether its effects go to the sandbox. A run that is gone is treated as one: nothing goes out for it. */
export const isTestRun = async (tx: Tx, runId: string): Promise<boolean> => {
  const { rows } = await tx.query<{ isTest: boolean }>(
    'select is_test as "isTest" from runs where id = $1',
    [runId],
  );
  return rows[0]?.isTest ?? true;
};
