import type { AdvanceItem } from './advance-runs.ts';
import { commitAdvance, commitAdvances } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';

/**
 * Many advances in one transaction or, should that fail, each by itself: a run that cannot be
 * advanced at all must not hold up the others, and rests for a while. Answers how many moved.
 */
export const advanceEach = async (
  deps: RuntimeDeps,
  items: readonly AdvanceItem[],
): Promise<number> => {
  try {
    const outcomes = await commitAdvances(deps, items);
    return outcomes.filter((outcome) => outcome.kind === 'advanced').length;
  } catch (error) {
    deps.log.warn({ err: error, runs: items.length }, 'a batch failed; one by one');
  }
  let moved = 0;
  for (const item of items) {
    try {
      if ((await commitAdvance(deps, item)).kind === 'advanced') moved += 1;
      deps.pauses.worked(item.runId);
    } catch (error) {
      deps.pauses.failed(item.runId, performance.now());
      deps.log.error({ err: error, runId: item.runId }, 'a run cannot be advanced');
    }
  }
  return moved;
};
