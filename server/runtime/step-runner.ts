import { setTimeout as sleep } from 'node:timers/promises';
import { visitKey } from '#server/engine/state.ts';
import { aborted } from '#server/platform/aborted.ts';
import type { Service } from '#server/platform/lifecycle.ts';
import type { ClaimedStep } from '#server/store/claim-steps.ts';
import { commitAdvances } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { endedChildOf } from './ended-child.ts';
import { placesOf, type RunnerParts } from './lane-places.ts';
import type { LoadedRun } from './loaded-run.ts';
import { runStep } from './run-step.ts';
import { stepWorkOf } from './step-work.ts';
import type { WorkerContext } from './worker-context.ts';

/** A run that never waits must not keep its places for ever: after so many steps it queues up. */
const MOST_IN_A_ROW = 25;

/** How long an interrupted step may take to notice. */
const INTERRUPT_MS = 3_000;

export interface StepRunner extends Service {
  /** Runs a claimed step whose place in its lane is taken; gives the place back afterwards. */
  run(step: ClaimedStep, loaded: LoadedRun | undefined, since: number): void;
}

/** Gives back what did not stop by itself: ready at once, whoever takes it. */
const giveBack = async (
  deps: RuntimeDeps,
  worker: WorkerContext,
  steps: readonly ClaimedStep[],
): Promise<void> => {
  if (steps.length === 0) return;
  await commitAdvances(
    deps,
    steps.map(({ runId, stepId, iteration, token }) => ({
      runId,
      actor: worker.actor,
      decide: (run) => {
        const fence = run.fences.get(visitKey({ stepId, iteration }));
        if (fence?.token !== token || fence.owner !== worker.id) return null;
        return { kind: 'attempt_released', visit: { stepId, iteration }, owner: worker.id };
      },
    })),
  );
};

/** Runs claimed steps, holds their leases meanwhile, and goes straight on with what follows. */
export const createStepRunner = (deps: RuntimeDeps, parts: RunnerParts): StepRunner => {
  const { worker } = parts;
  const running = new Map<ClaimedStep, Promise<void>>();
  let draining = false;

  const perform = async (
    step: ClaimedStep,
    loaded: LoadedRun | undefined,
    since: number,
    inARow: number,
  ): Promise<void> => {
    const signal = worker.held.holdStep(step, since);
    const places = placesOf(deps, parts, step, () => !draining && inARow < MOST_IN_A_ROW);
    try {
      if (loaded === undefined) return;
      const { outcome, since: from } = await runStep(
        deps,
        worker,
        stepWorkOf(step, loaded),
        signal,
        places,
      );
      if (outcome.kind !== 'advanced') return;
      await deps.tellParents(endedChildOf(outcome.run));
      for (const next of outcome.continued) track(next, outcome.run, from, inARow + 1);
    } catch (error) {
      const { runId, stepId, attempt } = step;
      deps.log.error({ err: error, runId, stepId, attempt }, 'a step could not be settled');
    } finally {
      worker.held.releaseStep(step);
      places.leave();
    }
  };

  const track = (
    step: ClaimedStep,
    loaded: LoadedRun | undefined,
    since: number,
    inARow: number,
  ): void => {
    const work = perform(step, loaded, since, inARow).finally(() => running.delete(step));
    running.set(step, work);
  };

  const ended = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values());
  };

  return {
    name: 'steps',
    run: (step, loaded, since) => track(step, loaded, since, 1),
    start: async () => undefined,
    drain: async (signal) => {
      draining = true;
      await Promise.race([ended(), aborted(signal)]);
    },
    stop: async () => {
      draining = true;
      worker.held.stopAll('shutdown');
      await Promise.race([ended(), sleep(INTERRUPT_MS, undefined, { ref: false })]);
      await giveBack(deps, worker, [...running.keys()]);
    },
  };
};
