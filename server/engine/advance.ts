import type { Advance, AdvanceEnv } from './advance-env.ts';
import { awaitChild } from './await-child.ts';
import { reachAge } from './budgets.ts';
import { beginAttempt, giveBackAttempt } from './attempts.ts';
import { decideApproval } from './decide-approval.ts';
import { drain } from './drain.ts';
import type { RunEvent } from './event.ts';
import { fireTimer } from './fire-timer.ts';
import { migrateRun } from './migrate-run.ts';
import type { Plan } from './plan.ts';
import { receiveSignal } from './receive-signal.ts';
import { recomputeTimers } from './recompute-timers.ts';
import type { Refusal } from './refusal.ts';
import { replayStep } from './replay-step.ts';
import { resumeStep } from './resume-step.ts';
import { stateOf } from './run-draft.ts';
import {
  askForReview,
  completeStep,
  noteApprovalPosted,
  noteError,
  parkStep,
  putOff,
} from './settle-step.ts';
import { startRun } from './start-run.ts';
import type { RunState, VisitKey } from './state.ts';
import { isOpenRun } from './state.ts';
import { requestCancel, stopRun } from './stop-run.ts';
import type { Walk } from './walk.ts';
import { startWalk } from './walk.ts';

/**
 * The one place that decides what happens next: what an event does to a run, as transitions to
 * append and commands to write in the same transaction. Pure: the same arguments give the same
 * answer. An event that comes again, or too late, changes nothing and says why in `refused`.
 */
export function advance(plan: Plan, state: RunState, event: RunEvent, env: AdvanceEnv): Advance {
  // A migrated run is walked by its new version from here on.
  const walk = startWalk(event.kind === 'run_migrated' ? event.plan : plan, state, env);
  const refused = refuseEarly(state, event) ?? apply(walk, event);
  if (refused !== null) {
    return { state, transitions: [], commands: [], touched: new Set(), refused };
  }
  drain(walk);
  const next = stateOf(walk.draft);
  return {
    state: next,
    transitions: walk.transitions,
    commands: walk.commands,
    touched: touchedBetween(state, next),
    refused: null,
  };
}

function refuseEarly(state: RunState, event: RunEvent): Refusal {
  const starting = event.kind === 'run_started';
  if (state.seq === 0) return starting ? null : 'The run has not started.';
  if (starting) return 'The run has already started.';
  // The one way back from a finished run is a replay, which a person asks for.
  if (event.kind === 'step_resumed' && event.cause === 'replayed') return null;
  return isOpenRun(state.status) ? null : `The run is already ${state.status}.`;
}

function apply(walk: Walk, event: RunEvent): Refusal {
  switch (event.kind) {
    case 'run_started':
      return startRun(walk, event);
    case 'step_claimed':
      return beginAttempt(walk, event);
    case 'step_completed':
      return completeStep(walk, event);
    case 'approval_posted':
      return noteApprovalPosted(walk, event);
    case 'step_errored':
      return noteError(walk, event);
    case 'step_put_off':
      return putOff(walk, event);
    case 'step_parked':
      return parkStep(walk, event);
    case 'step_uncertain':
      return askForReview(walk, event);
    case 'step_resumed':
      return isOpenRun(walk.draft.status) ? resumeStep(walk, event) : replayStep(walk, event.visit);
    case 'attempt_lost':
    case 'attempt_released':
      return giveBackAttempt(walk, event);
    case 'timer_fired':
      return fireTimer(walk, event);
    case 'timers_recomputed':
      return recomputeTimers(walk, event);
    case 'signal_received':
      return receiveSignal(walk, event);
    case 'child_started':
      return awaitChild(walk, event);
    case 'approval_decided':
      return decideApproval(walk, event);
    case 'run_migrated':
      return migrateRun(walk, event);
    case 'age_reached':
      return reachAge(walk);
    case 'cancel_requested':
      return requestCancel(walk);
    case 'stop_requested':
      return stopRun(walk, event);
  }
}

function touchedBetween(before: RunState, after: RunState): ReadonlySet<VisitKey> {
  const touched = new Set<VisitKey>();
  for (const [key, step] of after.steps) if (before.steps.get(key) !== step) touched.add(key);
  return touched;
}
