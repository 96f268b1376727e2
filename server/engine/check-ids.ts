import type { Problem } from './definition.ts';
import type { DocumentGraph } from './document-graph.ts';
import { error } from './problem.ts';

/** Each step has an id of its own, and a compensating step that exists. */
export function checkIds({ document, steps }: DocumentGraph): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const { id, compensateWith } of document.steps) {
    if (seen.has(id)) {
      problems.push(
        error('duplicate_step_id', `Give one of the steps named "${id}" another id.`, {
          stepId: id,
        }),
      );
    }
    seen.add(id);
    if (compensateWith === undefined) continue;
    if (compensateWith === id || !steps.has(compensateWith)) {
      problems.push(
        error('unknown_compensation', 'Choose another step of this automation to undo this one.', {
          stepId: id,
        }),
      );
    }
  }
  return problems;
}
