import type { Problem } from './definition.ts';
import type { DocumentGraph } from './document-graph.ts';
import { error } from './problem.ts';
import { JOIN_KIND, scopeStacks } from './scope-stacks.ts';

/** Arms begin at one parallel, stay apart from the main path, and meet in one join at most. */
export function checkScopes({
  document,
  successors,
  predecessors,
  steps,
}: DocumentGraph): Problem[] {
  const kinds = new Map(
    [...steps].map(([id, { step }]) => [id, step.disabled === true ? 'disabled' : step.kind]),
  );
  const stacks = scopeStacks({ kinds, successors });
  const isMixed = (id: string) => (stacks.get(id)?.length ?? 0) > 1;
  const meetings = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { id: stepId } of document.steps) {
    const entered = stacks.get(stepId) ?? [];
    const isJoin = kinds.get(stepId) === JOIN_KIND;
    // A step that ends its paths may be shared: a token ends there in whatever scope it is.
    const goesOn = isJoin || (successors.get(stepId) ?? []).length > 0;
    const mixedBefore = (predecessors.get(stepId) ?? []).some(isMixed);
    if (
      isMixed(stepId) &&
      goesOn &&
      (!mixedBefore || isFirstOfLoop(stepId, predecessors, isMixed))
    ) {
      const message =
        'This step is reached both from inside an arm and from outside it: bring the arms together first.';
      problems.push(error('mixed_arms', message, { stepId }));
    }
    if (!isJoin) continue;
    if (entered.some((stack) => stack.length === 0)) {
      const message =
        'This step brings together arms that were never split: put a parallel before it.';
      problems.push(error('join_outside_parallel', message, { stepId }));
    }
    for (const parallel of new Set(entered.flatMap((stack) => stack.at(-1) ?? []))) {
      const other = meetings.get(parallel);
      meetings.set(parallel, other ?? stepId);
      if (other === undefined || other === stepId) continue;
      const message = `The arms of "${parallel}" already meet in "${other}": let them meet in one place.`;
      problems.push(error('arms_meet_twice', message, { stepId }));
    }
  }
  return problems;
}

/** Every step after a mixed one is mixed too; in a loop of such steps the entrance is reported. */
function isFirstOfLoop(
  stepId: string,
  predecessors: DocumentGraph['predecessors'],
  isMixed: (id: string) => boolean,
): boolean {
  const before = predecessors.get(stepId) ?? [];
  return before.some((id) => !isMixed(id)) && before.length > 1;
}
