import type { RunDetail, RunStepView, TimelineItem } from '#server/api/views/run-view.ts';

type Visit = Pick<TimelineItem, 'stepId' | 'iteration'>;

const isOf = (item: TimelineItem, visit: Visit): boolean =>
  item.stepId === visit.stepId && (item.iteration ?? 1) === (visit.iteration ?? 1);

/**
 * Whether a start of a step only takes up what is known already: its effect had been settled, by a
 * worker that was lost, by the provider's word or by a person's. Nothing is sent by it.
 */
export function onlyRecords(run: RunDetail, start: TimelineItem): boolean {
  let settled = false;
  for (const item of run.timeline) {
    if (item.seq >= start.seq) break;
    if (!isOf(item, start)) continue;
    if (item.type === 'effect.settled') settled = true;
    // A request that went to others is a further message, with an effect of its own.
    if (item.type === 'approval.escalated') settled = false;
  }
  return settled;
}

/** Attempts of a visit at its work, apart from those that only recorded a known outcome. */
export function attemptsOf(run: RunDetail, step: RunStepView): number {
  const recorded = run.timeline.filter(
    (item) => item.type === 'step.started' && isOf(item, step) && onlyRecords(run, item),
  );
  return step.attempt - recorded.length;
}
