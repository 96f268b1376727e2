/** One run with everything that its page shows, read in one snapshot. */
import type { RunStatus, StepStatus } from '#server/engine/state.ts';
import type { TimerPurpose } from '#server/engine/timer-rule.ts';
import type { Tx } from '#server/platform/db.ts';
import { EFFECT_COLUMNS, type EffectRow } from './product-effects.ts';

/** Runs are bounded by their step budget; a page shows the latest of a very long one. */
const MOST_ROWS = 1000;

export interface RunContact {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly timezone: string | null;
}

export interface RunStepRow {
  readonly stepId: string;
  readonly iteration: number;
  readonly kind: string;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly port: string | null;
  readonly enteredAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly error: { code: string; message: string } | null;
  readonly reason: {
    code: string;
    message: string;
    connectionId?: string;
    effectKey?: string;
  } | null;
  readonly output: unknown;
}

export interface TimerRow {
  readonly id: string;
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly purpose: TimerPurpose;
  readonly rule: unknown;
  readonly zone: string;
  readonly spreadSeconds: number;
  readonly dueAt: Date;
  readonly firedAt: Date | null;
  readonly cancelledAt: Date | null;
}

export interface SubscriptionRow {
  readonly stepId: string;
  readonly iteration: number;
  readonly signal: string;
  readonly open: boolean;
}

export interface RunHead {
  readonly id: string;
  readonly automationId: string;
  readonly automationName: string;
  readonly liveVersion: number | null;
  readonly version: number;
  readonly document: unknown;
  readonly status: RunStatus;
  readonly outcome: string | null;
  readonly isTest: boolean;
  readonly contact: RunContact | null;
  readonly startKey: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly stepsLeft: number;
  /** The budget that it began with, whichever version it is on by now. */
  readonly maxSteps: number;
  readonly expiresAt: Date;
  /** Since when it is held with its automation, and who paused that. */
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly cancelAt: Date | null;
  readonly cancelBy: string | null;
  readonly cancelReason: string | null;
  readonly input: unknown;
  readonly now: Date;
}

/** Null when there is no such run in the workspace. */
export const findRun = async (tx: Tx, orgId: string, runId: string): Promise<RunHead | null> => {
  const { rows } = await tx.query<RunHead>(
    `select r.id, r.automation_id as "automationId", a.name as "automationName",
            a.live_version as "liveVersion", r.version, v.document, r.status, r.outcome,
            r.is_test as "isTest",
            case when c.id is null then null else jsonb_build_object(
              'id', c.id, 'name', c.name, 'email', c.email, 'timezone', c.timezone) end as contact,
            r.start_key as "startKey", r.created_at as "startedAt", r.finished_at as "finishedAt",
            r.steps_left as "stepsLeft",
            coalesce(
              (select (t.data ->> 'maxSteps')::int from transitions t
                where t.run_id = r.id and t.first_seq = 1 and t.seq = 1),
              (v.document -> 'settings' ->> 'maxSteps')::int) as "maxSteps",
            r.expires_at as "expiresAt",
            case when r.finished_at is null then r.held_at end as "heldAt",
            a.status_by as "heldBy",
            r.cancel_requested_at as "cancelAt", r.cancel_requested_by as "cancelBy",
            r.cancel_reason as "cancelReason", r.input, engine_now() as now
       from runs r
       join automations a on a.id = r.automation_id
       join automation_versions v on v.automation_id = r.automation_id and v.version = r.version
       left join contacts c on c.id = r.contact_id
      where r.id = $1 and r.org_id = $2`,
    [runId, orgId],
  );
  return rows[0] ?? null;
};

/** In the order in which they were entered. */
export const listRunSteps = async (tx: Tx, runId: string): Promise<RunStepRow[]> => {
  const { rows } = await tx.query<RunStepRow>(
    `select * from (
       select id, step_id as "stepId", iteration, kind, status, attempt, port,
              entered_at as "enteredAt", started_at as "startedAt", finished_at as "finishedAt",
              error, reason, output
         from steps where run_id = $1 order by id desc limit $2) s
      order by id`,
    [runId, MOST_ROWS],
  );
  return rows;
};

export const listRunTimers = async (tx: Tx, runId: string): Promise<TimerRow[]> => {
  const { rows } = await tx.query<TimerRow>(
    `select id, step_id as "stepId", iteration, purpose, rule, zone,
            spread_seconds as "spreadSeconds", due_at as "dueAt", fired_at as "firedAt",
            cancelled_at as "cancelledAt"
       from timers where run_id = $1 order by created_at, id limit $2`,
    [runId, MOST_ROWS],
  );
  return rows;
};

export const listRunEffects = async (tx: Tx, runId: string): Promise<EffectRow[]> => {
  const { rows } = await tx.query<EffectRow>(
    `select ${EFFECT_COLUMNS} from effects e where e.run_id = $1
      order by e.created_at, e.key limit $2`,
    [runId, MOST_ROWS],
  );
  return rows;
};

export const listRunSubscriptions = async (tx: Tx, runId: string): Promise<SubscriptionRow[]> => {
  const { rows } = await tx.query<SubscriptionRow>(
    `select step_id as "stepId", iteration, signal, closed_at is null as open
       from subscriptions where run_id = $1 order by created_at, id limit $2`,
    [runId, MOST_ROWS],
  );
  return rows;
};
