import type { AutomationDocument } from '../document.ts';
import { reachFrom } from '../document-graph.ts';

/** Whether an edge from one step to another would lead back to where it comes from. */
export function wouldLoop(
  document: AutomationDocument,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  return reachFrom(successorsOf(document), [to]).has(from);
}

function successorsOf(document: AutomationDocument): Map<string, string[]> {
  const successors = new Map<string, string[]>();
  for (const { from, to } of document.edges) {
    const targets = successors.get(from);
    if (targets === undefined) successors.set(from, [to]);
    else targets.push(to);
  }
  return successors;
}
