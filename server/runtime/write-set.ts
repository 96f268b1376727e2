import type { RunEvent } from '#server/engine/event.ts';
import { isOpenRun, visitKey, type VisitKey } from '#server/engine/state.ts';
import type { ApprovalClosing, ApprovalEscalation, NewApproval } from '#server/store/approvals.ts';
import type { VisitOfRun } from '#server/store/effects.ts';
import type { OutboxRow } from '#server/store/outbox.ts';
import type { RunChange } from '#server/store/runs.ts';
import type { SignalUse } from '#server/store/signals.ts';
import type { StepChange } from '#server/store/steps.ts';
import type { NewSubscription, SubscriptionsToClose } from '#server/store/subscriptions.ts';
import type { MovedTimer, NewTimer, TimersToCancel } from '#server/store/timers.ts';
import type { TransitionRow } from '#server/store/transitions.ts';
import type { LoadedRun } from './loaded-run.ts';

export interface Saved {
  output?: { readonly value: unknown };
  error?: { readonly code: string; readonly message: string };
  reason?: unknown;
}

export interface Claim {
  readonly token: number;
  readonly owner: string;
  readonly leaseSeconds: number;
}

/** What one transaction will write for one run, gathered over one advance or several. */
export interface RunWrites {
  readonly run: LoadedRun;
  readonly seqBefore: number;
  readonly isNew: boolean;
  cancelBy: string | null;
  cancelReason: string | null;
  /** Epoch milliseconds; null leaves what is there. */
  expiresAt: number | null;
  readonly touched: Set<VisitKey>;
  readonly saved: Map<VisitKey, Saved>;
  readonly claims: Map<VisitKey, Claim>;
}

/**
 * All that one transaction will write, as lists for one statement each. Commands are taken in
 * order: what was begun and ended within the transaction is inserted as ended, and what stood
 * before is ended before anything is inserted.
 */
export interface WriteSet {
  readonly runs: Map<string, RunWrites>;
  readonly transitions: TransitionRow[];
  readonly firedTimers: string[];
  readonly cancelledTimers: TimersToCancel[];
  readonly timers: NewTimer[];
  readonly movedTimers: MovedTimer[];
  readonly closedSubscriptions: SubscriptionsToClose[];
  readonly subscriptions: NewSubscription[];
  readonly signalUses: SignalUse[];
  readonly approvalClosings: ApprovalClosing[];
  readonly approvals: NewApproval[];
  readonly escalations: ApprovalEscalation[];
  readonly lateApprovalClosings: ApprovalClosing[];
  readonly abandoned: VisitOfRun[];
  readonly outbox: Map<string, OutboxRow>;
  /** Announcements whose step is settled here. */
  readonly heard: string[];
}

export const createWriteSet = (): WriteSet => ({
  runs: new Map(),
  transitions: [],
  firedTimers: [],
  cancelledTimers: [],
  timers: [],
  movedTimers: [],
  closedSubscriptions: [],
  subscriptions: [],
  signalUses: [],
  approvalClosings: [],
  approvals: [],
  escalations: [],
  lateApprovalClosings: [],
  abandoned: [],
  outbox: new Map(),
  heard: [],
});

export const writesFor = (set: WriteSet, run: LoadedRun, isNew = false): RunWrites => {
  const known = set.runs.get(run.row.id);
  if (known !== undefined) return known;
  const writes: RunWrites = {
    run,
    seqBefore: run.state.seq,
    isNew,
    cancelBy: null,
    cancelReason: null,
    expiresAt: null,
    touched: new Set(),
    saved: new Map(),
    claims: new Map(),
  };
  set.runs.set(run.row.id, writes);
  return writes;
};

export const noteCancel = (writes: RunWrites, event: RunEvent, actor: string): void => {
  // A stop for any other cause (a review that gave up) tells its reason as the run's outcome.
  const note =
    event.kind === 'cancel_requested'
      ? event.reason
      : event.kind === 'stop_requested'
        ? event.note
        : undefined;
  if (note === undefined) return;
  writes.cancelBy ??= actor;
  writes.cancelReason ??= note;
};

export const runChangeOf = (writes: RunWrites): RunChange => {
  const { state, row } = writes.run;
  return {
    id: row.id,
    version: state.version,
    status: state.status,
    outcome: state.outcome,
    seqBefore: writes.seqBefore,
    seq: state.seq,
    stepsLeft: state.stepsLeft,
    scopes: [...state.scopes.values()],
    cancelRequested: state.cancelRequested,
    cancelBy: writes.cancelBy,
    cancelReason: writes.cancelReason,
    expiresAt: writes.expiresAt,
    finished: !isOpenRun(state.status),
  };
};

export const stepChangesOf = (writes: RunWrites): readonly StepChange[] => {
  const { run, touched, saved, claims } = writes;
  const changes: StepChange[] = [];
  for (const key of touched) {
    const step = run.state.steps.get(key);
    if (step === undefined) continue;
    const kept = saved.get(visitKey(step)) ?? {};
    changes.push({
      orgId: run.row.orgId,
      runId: run.row.id,
      stepId: step.stepId,
      iteration: step.iteration,
      kind: run.plan.steps.get(step.stepId)?.kind ?? 'unknown',
      status: step.status,
      lane: step.lane,
      connection: run.plan.steps.get(step.stepId)?.connection ?? '',
      attempt: step.attempt,
      wake: step.wake,
      port: step.port,
      scope: step.scope,
      output: kept.output ?? null,
      error: kept.error ?? null,
      reason: kept.reason ?? null,
      claim: claims.get(key) ?? null,
    });
  }
  return changes;
};
