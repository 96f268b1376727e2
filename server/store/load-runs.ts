import type { RunStatus, ScopeState, StepStatus, Lane } from '#server/engine/state.ts';
import type { TimerPurpose } from '#server/engine/timer-rule.ts';
import type { Tx } from '#server/platform/db.ts';

export interface StepRow {
  readonly id: number;
  readonly stepId: string;
  readonly iteration: number;
  readonly status: StepStatus;
  readonly lane: Lane | null;
  readonly attempt: number;
  readonly wake: number;
  readonly token: number;
  readonly owner: string | null;
  readonly port: string | null;
  readonly scope: string | null;
}

export interface LiveTimerRow {
  readonly id: string;
  readonly purpose: TimerPurpose;
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly fired: boolean;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

export interface OpenApprovalRow {
  readonly id: string;
  readonly digest: string;
  readonly stepId: string;
  readonly iteration: number;
}

export interface ContactRow {
  readonly id: string;
  readonly email: string | null;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly timezone: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly erased: boolean;
  /** When it was changed last, as the database writes it; only to be compared. */
  readonly updatedAt: string;
}

export interface RunRow {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string;
  readonly version: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly status: RunStatus;
  readonly outcome: string | null;
  readonly isTest: boolean;
  /** The run that started it. */
  readonly parentRunId: string | null;
  readonly seq: number;
  readonly stepsLeft: number;
  readonly scopes: readonly ScopeState[];
  readonly cancelRequested: boolean;
  readonly createdAt: Date;
  /** When it is too old. */
  readonly expiresAt: Date;
  /** Since when it is held with its automation; null when it is not. */
  readonly heldAt: Date | null;
  readonly now: Date;
  readonly steps: readonly StepRow[];
  /** The latest output of each step that has one. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Open timers, and deadlines that have fired. */
  readonly timers: readonly LiveTimerRow[];
  readonly approvals: readonly OpenApprovalRow[];
  readonly contact: ContactRow | null;
}

const COLUMNS = `
  id, org_id, automation_id, version, input, status, outcome, is_test, seq, steps_left, scopes,
  cancel_requested_at, contact_id, created_at, expires_at, parent_run_id, held_at`;

/**
 * Everything that the walk needs, for many runs in one statement. Rows of `runs` by primary key,
 * the rest by `steps (run_id, …)`, `timers_run`, `approvals_run` and `contacts_pkey`.
 * Measured with 200,000 runs: 0.7 ms for 20.
 */
const statement = (lock: 'for update' | ''): string => `
  with r as materialized (
    select ${COLUMNS} from runs where id = any ($1::text[]) order by id ${lock}
  )
  select r.id, r.org_id as "orgId", r.automation_id as "automationId", r.version, r.input,
         r.status, r.outcome, r.is_test as "isTest", r.parent_run_id as "parentRunId", r.seq, r.steps_left as "stepsLeft", r.scopes,
         r.cancel_requested_at is not null as "cancelRequested", r.created_at as "createdAt",
         r.expires_at as "expiresAt", r.held_at as "heldAt",
         (select engine_now()) as now, seen.seq as "seenSeq",
         coalesce((
           select json_agg(json_build_object(
             'id', s.id, 'stepId', s.step_id, 'iteration', s.iteration, 'status', s.status,
             'lane', s.lane, 'attempt', s.attempt, 'wake', s.wake, 'token', s.token,
             'owner', s.owner, 'port', s.port, 'scope', s.scope) order by s.id)
           from steps s where s.run_id = r.id), '[]') as steps,
         coalesce((
           select json_object_agg(o.step_id, o.output)
           from (select distinct on (s.step_id) s.step_id, s.output
                   from steps s where s.run_id = r.id and s.output is not null
                  order by s.step_id, s.iteration desc) o), '{}') as outputs,
         coalesce((
           select json_agg(json_build_object(
             'id', t.id, 'purpose', t.purpose, 'stepId', t.step_id, 'iteration', t.iteration,
             'fired', t.fired_at is not null,
             'dueAt', floor(extract(epoch from t.due_at) * 1000)) order by t.id)
           from timers t
          where t.run_id = r.id and t.cancelled_at is null
            and (t.fired_at is null or t.purpose = 'deadline')), '[]') as timers,
         coalesce((
           select json_agg(json_build_object(
             'id', a.id, 'digest', a.digest, 'stepId', a.step_id, 'iteration', a.iteration))
           from approvals a where a.run_id = r.id and a.status = 'open'), '[]') as approvals,
         case when c.id is not null then json_build_object(
           'id', c.id, 'email', c.email, 'externalId', c.external_id, 'name', c.name,
           'timezone', c.timezone, 'attributes', c.attributes,
           'erased', c.erased_at is not null, 'updatedAt', c.updated_at::text) end as contact
    from r
    join runs seen on seen.id = r.id
    left join contacts c on c.id = r.contact_id
   order by r.id`;

const READ = statement('');
const LOCK = statement('for update');

type Loaded = RunRow & { readonly seenSeq: number };

/** Runs as they are, without locks. */
export const readRuns = async (tx: Tx, runIds: readonly string[]): Promise<readonly RunRow[]> =>
  (await tx.query<Loaded>(READ, [runIds], 'read-runs')).rows;

/**
 * Locks the runs in the order of their ids and reads all that hangs on them. The lock on the run
 * guards every change to its steps, timers, subscriptions and log; heartbeats alone do without.
 *
 * Having waited for a lock, a statement sees the newest run but the steps of its old snapshot.
 * `seenSeq` is the run's number in that snapshot: where it lags behind, the rows are read again,
 * now under the lock.
 */
export const loadRunsForUpdate = async (
  tx: Tx,
  runIds: readonly string[],
): Promise<readonly RunRow[]> => {
  const { rows } = await tx.query<Loaded>(LOCK, [[...new Set(runIds)].toSorted()], 'lock-runs');
  const stale = rows.filter((row) => row.seenSeq !== row.seq).map((row) => row.id);
  if (stale.length === 0) return rows;
  const fresh = new Map((await readRuns(tx, stale)).map((row) => [row.id, row]));
  return rows.map((row) => fresh.get(row.id) ?? row);
};
