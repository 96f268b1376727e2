import { wakeId } from '#server/engine/keys.ts';
import { visitKey, type Lane } from '#server/engine/state.ts';
import { applyEvent } from './apply-event.ts';
import { WORK_LANES, type RuntimeDeps, type WorkLane } from './deps.ts';
import type { LoadedRun } from './loaded-run.ts';
import { writesFor, type WriteSet } from './write-set.ts';

/** A worker that would go on with the run: who it is, and its room by lane. */
export interface Continuation {
  readonly owner: string;
  readonly actor: string;
  readonly leaseSeconds: number;
  /** Takes a place in the lane; false when it is full. Given back by whoever runs the step. */
  readonly reserve: (lane: WorkLane) => boolean;
  /** Gives all of them back: the transaction in which they were taken did not happen. */
  readonly undo: () => void;
}

export const isWorkLane = (lane: Lane | null): lane is WorkLane =>
  lane !== null && (WORK_LANES as readonly Lane[]).includes(lane);

/**
 * Claims what the advance has just made ready, within the same transaction: no outbox row and no
 * claim are needed then, for the lease is the step's way forward.
 */
export const claimNextSteps = (
  deps: RuntimeDeps,
  set: WriteSet,
  run: LoadedRun,
  by: Continuation,
): void => {
  // What was at work when it was held finishes; what comes after waits.
  if (run.row.heldAt !== null) return;
  const writes = writesFor(set, run);
  for (const key of writes.touched) {
    const step = run.state.steps.get(key);
    if (step === undefined || step.status !== 'ready' || !isWorkLane(step.lane)) continue;
    if (!by.reserve(step.lane)) continue;
    const visit = { stepId: step.stepId, iteration: step.iteration };
    const token = (run.fences.get(visitKey(visit))?.token ?? 0) + 1;
    const refused = applyEvent(deps, set, run, { kind: 'step_claimed', visit, token }, by.actor);
    if (refused !== null) throw new Error(`A ready step could not be claimed: ${refused}`);
    writes.claims.set(key, { token, owner: by.owner, leaseSeconds: by.leaseSeconds });
    set.outbox.delete(wakeId(run.row.id, visit, step.wake));
  }
};
