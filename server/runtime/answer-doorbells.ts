import type { Boss } from '#server/platform/queue.ts';
import { WORK_LANES, type RuntimeDeps, type WorkLane } from './deps.ts';
import { fireDueTimers } from './fire-timers.ts';
import { MIGRATION_QUEUE, queueOfLane, TIMER_QUEUE } from './queues.ts';

/** Seconds. Lanes are rung by notices as well, and poll for themselves: a seldom look is enough. */
const LANE_OPTIONS = { batchSize: 100, pollingIntervalSeconds: 2 } as const;
/** The smallest that the queue allows. */
const TIMER_OPTIONS = { batchSize: 100, pollingIntervalSeconds: 0.5 } as const;

/** What one bell may move before the sweep has its turn again. */
const MOST_BATCHES = 40;

interface DueJob {
  readonly orgId?: unknown;
}

/** Who is nudged by the queue's jobs. */
export interface Bells {
  readonly lane: (lane: WorkLane) => void;
  readonly migrations: () => void;
}

/**
 * What the queue's jobs do: a lane's job nudges that lane, a timers' bell fires what is due in its
 * organisation. A job that fails is forgotten; the polls and the sweeps find what it was about.
 */
export const answerDoorbells = async (
  deps: RuntimeDeps,
  boss: Boss,
  bells: Bells,
): Promise<void> => {
  for (const lane of WORK_LANES) {
    await boss.work(queueOfLane(lane), LANE_OPTIONS, async () => bells.lane(lane));
  }
  await boss.work(MIGRATION_QUEUE, LANE_OPTIONS, async () => bells.migrations());
  await boss.work<DueJob>(TIMER_QUEUE, TIMER_OPTIONS, async (jobs) => {
    const orgs = [
      ...new Set(jobs.map((job) => job.data.orgId).filter((id) => typeof id === 'string')),
    ];
    try {
      for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
        if (!(await fireDueTimers(deps, orgs, 'engine'))) return;
      }
    } catch (error) {
      deps.log.warn({ err: error, orgs: orgs.length }, 'timers could not be fired; the sweep will');
    }
  });
};
