import type { Problem } from './definition.ts';
import type { DocumentGraph } from './document-graph.ts';
import { reachFrom } from './document-graph.ts';
import { warning } from './problem.ts';

/**
 * Loops in which a run never has to wait: they use up the step budget in no time. Looked for in
 * the graph without the steps that wait; one warning per loop, at its first step.
 */
export function checkLoops({ document, steps, successors }: DocumentGraph): Problem[] {
  const waiting = new Set<string>();
  for (const [id, { step, definition }] of steps) {
    if (definition?.waits === true && step.disabled !== true) waiting.add(id);
  }
  const hot = new Map<string, readonly string[]>();
  for (const [id, targets] of successors) {
    if (!waiting.has(id))
      hot.set(
        id,
        targets.filter((target) => !waiting.has(target)),
      );
  }
  const reported = new Set<string>();
  const problems: Problem[] = [];
  for (const { id } of document.steps) {
    if (reported.has(id) || waiting.has(id)) continue;
    const ahead = reachFrom(hot, hot.get(id) ?? []);
    if (!ahead.has(id)) continue;
    const loop = [...ahead].filter((other) => reachFrom(hot, [other]).has(id));
    for (const other of loop) reported.add(other);
    problems.push(
      warning('loop_without_wait', 'Put a wait into this loop: it would run as fast as it can.', {
        stepId: id,
      }),
    );
  }
  return problems;
}
