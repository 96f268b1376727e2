import type { Boss } from '#server/platform/queue.ts';
import { WORK_LANES, type RuntimeDeps, type WorkLane } from './deps.ts';
import { fireTimers } from './fire-timers.ts';
import { queueOfLane, TIMER_QUEUE } from './queues.ts';

/** Seconds; the smallest that the queue allows. Our own polls are the floor, not these. */
const POLL_SECONDS = 0.5;

const OPTIONS = {
  batchSize: 100,
  pollingIntervalSeconds: POLL_SECONDS,
  burstWhenBatchFull: true,
} as const;

interface DueJob {
  readonly timerId?: unknown;
}

/**
 * What the queue's jobs do: a lane's job nudges that lane, a timer's job fires the timer if it is
 * due. A job that fails is forgotten; the polls and the sweeps find what it was about.
 */
export const answerDoorbells = async (
  deps: RuntimeDeps,
  boss: Boss,
  ring: (lane: WorkLane) => void,
): Promise<void> => {
  for (const lane of WORK_LANES) {
    await boss.work(queueOfLane(lane), OPTIONS, async () => ring(lane));
  }
  await boss.work<DueJob>(TIMER_QUEUE, OPTIONS, async (jobs) => {
    const ids = jobs.map((job) => job.data.timerId).filter((id) => typeof id === 'string');
    try {
      await fireTimers(deps, ids, 'engine');
    } catch (error) {
      deps.log.warn(
        { err: error, timers: ids.length },
        'timers could not be fired; the sweep will',
      );
    }
  });
};
