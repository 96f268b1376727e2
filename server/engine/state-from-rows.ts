import type {
  ApprovalState,
  RunState,
  RunStatus,
  ScopeState,
  StepState,
  TimerState,
  Visit,
} from './state.ts';
import { visitKey } from './state.ts';
import type { TimerPurpose } from './timer-rule.ts';

/** A run as its rows say it: what the store loads, in the core's own words. */
export interface RunRows {
  readonly run: {
    readonly version: number;
    readonly status: RunStatus;
    readonly outcome: string | null;
    readonly seq: number;
    readonly stepsLeft: number;
    readonly cancelRequested: boolean;
    /** The `scopes` column as it is: all scopes, closed ones too. */
    readonly scopes: readonly ScopeState[];
  };
  readonly steps: readonly Omit<StepState, 'deadlinesPassed'>[];
  /** Every timer of the run that was not cancelled: open ones, and fired deadlines. */
  readonly timers: readonly TimerRow[];
  /** Open approvals only. */
  readonly approvals: readonly (ApprovalState & { readonly visit: Visit })[];
}

export interface TimerRow {
  readonly id: string;
  readonly purpose: TimerPurpose;
  readonly visit: Visit | null;
  readonly fired: boolean;
}

/** The state that `advance` works on, from the rows. The inverse of what the store writes. */
export function stateFromRows(rows: RunRows): RunState {
  const passed = new Map<string, number>();
  const timers = new Map<string, TimerState>();
  for (const { id, purpose, visit, fired } of rows.timers) {
    if (!fired) timers.set(id, { purpose, visit });
    else if (purpose === 'deadline' && visit !== null) {
      passed.set(visitKey(visit), (passed.get(visitKey(visit)) ?? 0) + 1);
    }
  }
  const steps = rows.steps.map((row): [string, StepState] => {
    const key = visitKey(row);
    return [key, { ...row, deadlinesPassed: passed.get(key) ?? 0 }];
  });
  const { scopes, ...run } = rows.run;
  return {
    ...run,
    steps: new Map(steps),
    scopes: new Map(scopes.map((scope) => [scope.id, scope])),
    timers,
    approvals: new Map(
      rows.approvals.map(({ id, digest, visit }) => [visitKey(visit), { id, digest }]),
    ),
  };
}
