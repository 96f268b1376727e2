import { edgeId } from '#components/graph/graph-model.ts';
import { type AutomationDocument, DEFAULT_PORT } from '#server/engine/document.ts';
import type { EdgeRef } from '#server/engine/edit/change.ts';

/** Steps among the chosen ids, without the trigger, notes and connections. Ids hold no colon. */
export function chosenSteps(selection: readonly string[]): string[] {
  return selection.filter((id) => id !== 'trigger' && !id.includes(':'));
}

/** Notes among the chosen ids, by their own ids. */
export function chosenNotes(selection: readonly string[]): string[] {
  return selection.flatMap((id) => (id.startsWith('note:') ? [id.slice('note:'.length)] : []));
}

/** The connection among the chosen ids; null when none is chosen, or it is gone. */
export function chosenEdge(
  selection: readonly string[],
  { edges }: Pick<AutomationDocument, 'edges'>,
): EdgeRef | null {
  for (const edge of edges) {
    const { from, port = DEFAULT_PORT, to } = edge;
    if (selection.includes(`edge:${edgeId(from, port, to)}`)) return { from, port, to };
  }
  return null;
}
