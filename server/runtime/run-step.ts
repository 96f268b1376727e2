import type { RunEvent } from '#server/engine/event.ts';
import { wakeId } from '#server/engine/keys.ts';
import { visitKey } from '#server/engine/state.ts';
import { isTransientDatabaseError } from '#server/platform/errors.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Executor } from '#server/steps/executor.ts';
import type { ClaimedStep } from '#server/store/claim-steps.ts';
import { findEffect, isDoubtful } from '#server/store/effects.ts';
import { sendEffectToReview } from '#server/store/end-effect.ts';
import type { AdvanceItem, AdvanceOutcome } from './advance-runs.ts';
import type { NoteOnly } from './apply-event.ts';
import type { Continuation } from './claim-next-steps.ts';
import { publishChanges } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import type { LostReason } from './held-leases.ts';
import { isLastAttempt } from './is-last-attempt.ts';
import type { LoadedRun } from './loaded-run.ts';
import { resumeSettled } from './resume-settled.ts';
import { runEffect } from './run-effect.ts';
import { compute, errored, runInTransaction } from './run-own-work.ts';
import type { StepWork } from './step-work.ts';
import { takeUpClaim } from './take-up-claim.ts';
import type { WorkerContext } from './worker-context.ts';
import { NO_CHANGES, type Changes } from './write-advances.ts';

/** Why this worker's word does not count any more; null while it holds the step. */
const fencedOff = (run: LoadedRun, step: ClaimedStep): NoteOnly | null => {
  const key = visitKey(step);
  const fence = run.fences.get(key);
  const running = run.state.steps.get(key)?.status === 'running';
  if (running && fence?.token === step.token) return null;
  return {
    kind: 'note',
    visit: { stepId: step.stepId, iteration: step.iteration },
    body: {
      type: 'step.result_refused',
      data: { token: step.token, currentToken: fence?.token ?? 0, owner: fence?.owner ?? 'nobody' },
    },
  };
};

/**
 * A step must not fail for good while its effect may have happened: a person is asked then, and
 * effect and step go to review in one transaction.
 */
const withoutDoubt = async (
  tx: Tx,
  run: LoadedRun,
  work: StepWork,
  owner: string,
  event: RunEvent,
): Promise<RunEvent> => {
  if (event.kind !== 'step_errored' && event.kind !== 'step_uncertain') return event;
  const attempt = run.state.steps.get(visitKey(work.visit))?.attempt ?? 0;
  const goesOn = event.kind === 'step_errored' && event.retryable;
  if (goesOn && !isLastAttempt(work.step.lane, attempt)) return event;
  const effect = await findEffect(tx, work.key);
  if (effect === null || effect.status === 'needs_review') return event;
  if (!isDoubtful(effect)) {
    // Someone has found out meanwhile, such as a lost worker whose answer came after all: the next
    // attempt goes by that. Nobody could answer for an effect that is not in doubt any more.
    const outdated = event.kind === 'step_uncertain' || event.error.code === 'outcome_unknown';
    return outdated ? { kind: 'attempt_released', visit: work.visit, owner } : event;
  }
  // A stopping run is not put before a person: the sweep looks into what is left of it.
  if (!run.state.cancelRequested) await sendEffectToReview(tx, effect.key, effect.token);
  const message = event.kind === 'step_errored' ? event.error.message : event.message;
  return { kind: 'step_uncertain', visit: work.visit, effectKey: work.key, message };
};

const settleItem = (
  worker: WorkerContext,
  work: StepWork,
  happened: RunEvent | ((run: LoadedRun, tx: Tx) => Promise<RunEvent>),
  continueAs: Continuation | undefined,
): AdvanceItem => {
  let answerLost = false;
  const { run: known, step } = work;
  const decided = typeof happened !== 'function';
  return {
    continueAs,
    known: decided ? { run: known, step, owner: worker.id, event: happened } : undefined,
    heard: step.wake === null ? [] : [wakeId(step.runId, work.visit, step.wake)],
    runId: work.step.runId,
    actor: worker.actor,
    afterUnknownCommit: () => {
      answerLost = true;
    },
    decide: async (run, tx) => {
      const note = fencedOff(run, work.step);
      // After a lost answer to COMMIT the settled row is our own work.
      if (note !== null) return answerLost ? takeUpClaim(run, worker) : note;
      return withoutDoubt(tx, run, work, worker.id, decided ? happened : await happened(run, tx));
    },
  };
};

/** What the step's work came to; infrastructure failures are thrown. */
const perform = async (
  deps: RuntimeDeps,
  worker: WorkerContext,
  work: StepWork,
  executor: Executor | undefined,
  signal: AbortSignal,
): Promise<RunEvent> => {
  if (executor === undefined || executor.kind === 'local' || executor.kind === 'child') {
    const { kind } = work.step;
    return errored(work, 'no_executor', `Nothing here can run a step of kind ${kind}.`, false);
  }
  if (executor.kind === 'compute') return compute(deps, work, executor);
  return runEffect(deps, worker, work, executor, signal);
};

/** An error that nobody classified: ours, not the provider's. Its words stay in the log. */
const surprise = (deps: RuntimeDeps, work: StepWork, error: unknown): RunEvent => {
  const { runId, stepId, attempt } = work.step;
  deps.log.error({ err: error, runId, stepId, attempt }, 'a step failed unexpectedly');
  const away = isTransientDatabaseError(error);
  const message = away
    ? 'The database was away for a moment.'
    : 'Something went wrong on our side.';
  return errored(work, 'unexpected', message, true);
};

const outside = async (
  deps: RuntimeDeps,
  worker: WorkerContext,
  work: StepWork,
  executor: Executor | undefined,
  signal: AbortSignal,
): Promise<RunEvent> => {
  let event: RunEvent;
  try {
    event = await perform(deps, worker, work, executor, signal);
  } catch (error) {
    event = surprise(deps, work, error);
  }
  const interrupted = signal.aborted && event.kind === 'step_errored' && event.retryable;
  return interrupted ? interruption(signal, work, worker.id) : event;
};

/**
 * Interrupted by us, which is not the step's own failing. By a shutdown: the attempt is given back.
 * By a lease that could not be kept: that counts, for the step itself may be what keeps us from it.
 */
const interruption = (signal: AbortSignal, { visit }: StepWork, owner: string): RunEvent =>
  signal.reason === ('shutdown' satisfies LostReason)
    ? { kind: 'attempt_released', visit, owner }
    : { kind: 'attempt_lost', visit, owner };

export interface SettledStep {
  readonly outcome: AdvanceOutcome;
  /** Monotonic milliseconds, before the settling began: leases taken in it are no older. */
  readonly since: number;
}

/**
 * One claimed step: perform outside any transaction, then settle with the fence. Answers what the
 * worker goes straight on with. When even the settling fails, the lease runs out and another
 * worker takes over.
 */
export const runStep = async (
  deps: RuntimeDeps,
  worker: WorkerContext,
  work: StepWork,
  signal: AbortSignal,
  continueAs: Continuation | undefined,
): Promise<SettledStep> => {
  const submit = async (item: AdvanceItem): Promise<SettledStep> => {
    const since = performance.now();
    return { outcome: await worker.settles.submit(item), since };
  };
  const executor = deps.executors.get(work.step.kind);
  if (executor?.kind !== 'local' && executor?.kind !== 'child') {
    const event = await outside(deps, worker, work, executor, signal);
    const settled = await submit(settleItem(worker, work, event, continueAs));
    const answered = event.kind === 'step_completed' || event.kind === 'approval_posted';
    const late = answered && settled.outcome.kind === 'unchanged';
    // The effect is settled, though the step was taken from us: whoever waits for that goes on.
    if (late) await resumeSettled(deps, work.step.runId, work.visit, worker.actor);
    return settled;
  }
  let also: Changes = NO_CHANGES;
  const inTransaction = settleItem(
    worker,
    work,
    async (run, tx) =>
      runInTransaction(deps, tx, run, work, executor, (changes) => {
        also = changes;
      }),
    continueAs,
  );
  try {
    const settled = await submit(inTransaction);
    publishChanges(deps, also);
    return settled;
  } catch (error) {
    const event = surprise(deps, work, error);
    return submit(settleItem(worker, work, event, undefined));
  }
};
