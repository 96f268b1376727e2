import type { Lane } from '#server/engine/state.ts';
import type { ClaimedStep } from '#server/store/claim-steps.ts';
import type { Continuation } from './claim-next-steps.ts';
import type { RuntimeDeps } from './deps.ts';
import type { LaneWorker } from './lane-worker.ts';
import type { WorkerContext } from './worker-context.ts';

export interface RunnerParts {
  readonly worker: WorkerContext;
  readonly lane: (lane: Lane) => LaneWorker | undefined;
}

export interface Places extends Continuation {
  /** Gives the step's own place back, unless it was handed to what follows. */
  leave(): void;
}

/** The places of one step: its own, which a following step of the same lane may take over. */
export const placesOf = (
  deps: RuntimeDeps,
  parts: RunnerParts,
  step: ClaimedStep,
  mayGoOn: () => boolean,
): Places => {
  const taken: LaneWorker[] = [];
  let handedOver = false;
  return {
    owner: parts.worker.id,
    actor: parts.worker.actor,
    leaseSeconds: deps.tuning.leaseSeconds,
    reserve: (lane) => {
      if (!mayGoOn()) return false;
      if (lane === step.lane && !handedOver) {
        handedOver = true;
        return true;
      }
      const place = parts.lane(lane);
      if (place?.reserve() !== true) return false;
      taken.push(place);
      return true;
    },
    undo: () => {
      handedOver = false;
      for (const place of taken.splice(0)) place.release();
    },
    leave: () => {
      if (!handedOver) parts.lane(step.lane)?.release();
    },
  };
};
