import type { Problem } from './definition.ts';
import type { DocumentGraph } from './document-graph.ts';
import { warning } from './problem.ts';

/** Steps that no path leads to. Compensating steps are reached by undoing, not by a path. */
export function checkReach({ document, steps, reachable }: DocumentGraph): Problem[] {
  const compensating = new Set(document.steps.map(({ compensateWith }) => compensateWith));
  return [...steps.keys()]
    .filter((id) => !reachable.has(id) && !compensating.has(id))
    .map((stepId) =>
      warning('unreachable', 'Nothing leads to this step: connect it or delete it.', { stepId }),
    );
}
