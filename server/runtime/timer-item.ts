import type { AdvanceItem } from './advance-runs.ts';

export interface TimerToFire {
  readonly id: string;
  readonly runId: string;
}

/**
 * The one way in which a timer fires, whoever found it due. Under the run's lock the timer must be
 * open and due by the database's clock; otherwise nothing happens, so calling it any number of
 * times, early or late, fires it once.
 */
export const timerItem = (timer: TimerToFire, actor: string, skipped: boolean): AdvanceItem => ({
  runId: timer.runId,
  actor,
  decide: (run) => {
    const open = run.row.timers.find((row) => row.id === timer.id && !row.fired);
    if (open === undefined) return null;
    if (!skipped && open.dueAt > run.row.now.getTime()) return null;
    const { stepId, iteration, purpose, dueAt } = open;
    const visit = stepId === null || iteration === null ? null : { stepId, iteration };
    return { kind: 'timer_fired', timerId: timer.id, purpose, visit, dueAt, skipped };
  },
});
