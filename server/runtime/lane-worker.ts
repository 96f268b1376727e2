/**
 * One lane of one worker: claims no more than it can start, and starts it.
 *
 *   idle ──ring, poll or freed place──► claiming ──► running ──► idle
 *                 draining: nothing is claimed; stopped: what still runs is given back
 *
 * The doorbell may ring never, twice or for nothing: the poll is always enough.
 */
import { MOST_LOST_ATTEMPTS } from '#server/engine/attempts.ts';
import { txOf } from '#server/platform/db.ts';
import type { Service } from '#server/platform/lifecycle.ts';
import {
  type Claimed,
  type ClaimedStep,
  claimSteps,
  FIRST_QUEUE,
  type LaneQueue,
} from '#server/store/claim-steps.ts';
import type { RuntimeDeps, WorkLane } from './deps.ts';
import { createDoorbell } from './doorbell.ts';
import type { LoadedRun } from './loaded-run.ts';
import { readLoadedRuns } from './read-loaded-runs.ts';

export interface LaneWorker extends Service {
  readonly lane: WorkLane;
  ring(): void;
  /** Takes a place for a step that is claimed elsewhere; false when the lane is full. */
  reserve(): boolean;
  /** Gives a place back. */
  release(): void;
}

export interface LaneOptions {
  readonly lane: WorkLane;
  readonly owner: string;
  /** Runs a claimed step; its place is given back by `release`. Never rejects. */
  readonly start: (step: ClaimedStep, run: LoadedRun | undefined, since: number) => void;
}

/** Claims at most `free` steps, beginning after a queue, and starts them. */
const claimAndStart = async (
  deps: RuntimeDeps,
  { lane, owner, start }: LaneOptions,
  free: number,
  after: LaneQueue,
): Promise<Claimed> => {
  const tx = txOf(deps.pool);
  const since = performance.now();
  const { leaseSeconds } = deps.tuning;
  const mostLostAttempts = MOST_LOST_ATTEMPTS;
  const taken = await claimSteps(tx, {
    lane,
    limit: free,
    owner,
    leaseSeconds,
    mostLostAttempts,
    after,
  });
  const claimed = taken.steps;
  if (claimed.length === 0) return taken;
  const runIds = claimed.map((step) => step.runId);
  deps.hints.runsChanged(runIds);
  const runs = await readLoadedRuns(deps, tx, runIds).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'claimed steps could not be read; their leases will lapse');
    return new Map<string, LoadedRun>();
  });
  for (const step of claimed) start(step, runs.get(step.runId), since);
  return taken;
};

export const createLaneWorker = (deps: RuntimeDeps, options: LaneOptions): LaneWorker => {
  const capacity = deps.tuning.lanes[options.lane];
  const doorbell = createDoorbell();
  let busy = 0;
  let after = FIRST_QUEUE;
  let closed = false;
  let loop: Promise<void> = Promise.resolve();

  /** Answers whether there may be more than was taken. */
  const claim = async (): Promise<boolean> => {
    const free = capacity - busy;
    if (free <= 0) return false;
    // Held for the time of the claim, so that nobody else takes the same places.
    busy += free;
    let claimed = 0;
    let more = false;
    try {
      const taken = await claimAndStart(deps, options, free, after);
      claimed = taken.steps.length;
      after = taken.next;
      more = taken.more;
    } catch (error) {
      deps.log.warn({ err: error, lane: options.lane }, 'claiming failed');
    } finally {
      busy -= free - claimed;
    }
    return more;
  };

  const run = async (): Promise<void> => {
    while (!closed) {
      const more = await claim();
      // A full lane waits for a freed place, which rings.
      if (!more || busy >= capacity) await doorbell.wait(deps.tuning.pollMs);
    }
  };

  const close = async (): Promise<void> => {
    closed = true;
    doorbell.ring();
    await loop;
  };

  return {
    name: `lane ${options.lane}`,
    lane: options.lane,
    ring: () => doorbell.ring(),
    reserve: () => {
      if (closed || busy >= capacity) return false;
      busy += 1;
      return true;
    },
    release: () => {
      busy -= 1;
      doorbell.ring();
    },
    start: async () => {
      loop = run();
    },
    drain: close,
    stop: close,
  };
};
