import type {
  ApprovalState,
  OpenRunStatus,
  OpenStepStatus,
  RunState,
  RunStatus,
  ScopeState,
  StepState,
  TimerState,
  VisitKey,
} from './state.ts';
import { isOpenStep } from './state.ts';

/**
 * A run state that a fold or one `advance` may change in place, so that a walk of thousands of
 * steps does not copy the maps for each. It never leaves the call that made it.
 */
export interface RunDraft {
  version: number;
  status: RunStatus;
  outcome: string | null;
  seq: number;
  stepsLeft: number;
  cancelRequested: boolean;
  readonly steps: Map<VisitKey, StepState>;
  readonly scopes: Map<string, ScopeState>;
  readonly timers: Map<string, TimerState>;
  readonly approvals: Map<VisitKey, ApprovalState>;
  /** Keys of the open steps. */
  readonly open: Set<VisitKey>;
}

export function draftOf(state: RunState): RunDraft {
  const open = new Set<VisitKey>();
  for (const [key, step] of state.steps) if (isOpenStep(step.status)) open.add(key);
  return {
    version: state.version,
    status: state.status,
    outcome: state.outcome,
    seq: state.seq,
    stepsLeft: state.stepsLeft,
    cancelRequested: state.cancelRequested,
    steps: new Map(state.steps),
    scopes: new Map(state.scopes),
    timers: new Map(state.timers),
    approvals: new Map(state.approvals),
    open,
  };
}

/** The draft's state. The draft must not be changed afterwards. */
export function stateOf(draft: RunDraft): RunState {
  const { open: _, ...state } = draft;
  return state;
}

/** What an open run shows, by the most pressing of its open steps. */
const BY_PRIORITY: readonly (readonly [OpenRunStatus, readonly OpenStepStatus[]])[] = [
  ['running', ['ready', 'running']],
  ['needs_review', ['needs_review']],
  ['parked', ['parked']],
  ['waiting_approval', ['waiting_approval']],
  ['waiting_signal', ['waiting_signal']],
  ['waiting_retry', ['waiting_retry']],
  ['waiting_timer', ['waiting_timer']],
];

/** The status of a run that is not finished. Without open steps it is mid-walk: running. */
export function openRunStatus(draft: RunDraft): OpenRunStatus {
  if (draft.cancelRequested) return 'stopping';
  const present = new Set<string>();
  for (const key of draft.open) {
    const step = draft.steps.get(key);
    if (step !== undefined) present.add(step.status);
  }
  for (const [status, steps] of BY_PRIORITY) {
    if (steps.some((step) => present.has(step))) return status;
  }
  return 'running';
}
