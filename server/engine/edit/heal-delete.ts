import type { Catalogue } from '../definition.ts';
import type { AutomationDocument, DocumentEdge } from '../document.ts';
import { FAILED } from '../document-graph.ts';
import type { Healing } from './edited.ts';
import { hasEdge, isEdge, portOf, refOf, toEdge, withoutRepeats } from './edges.ts';
import { firstPort } from './ports-of.ts';

/**
 * What becomes of the edges when these steps go: an edge into one of them goes on to where that
 * one's first port leads, or its only connected port. Where that is ambiguous, or would lead a step
 * to itself, the port is left open.
 */
export function healDelete(
  document: AutomationDocument,
  ids: readonly string[],
  catalogue: Catalogue,
): Healing {
  const { kept, opened } = bridge(document, new Set(ids), catalogue);
  const added = kept.map(refOf).filter((ref) => !hasEdge(document, ref));
  const removed = document.edges
    .map(refOf)
    .filter((ref) => !kept.some((edge) => isEdge(edge, ref)));
  return { removed, added, opened: opened.map(refOf) };
}

interface Bridged {
  /** The edges afterwards; those not touched are the same objects. */
  readonly kept: readonly DocumentEdge[];
  readonly opened: readonly DocumentEdge[];
}

/** The document's edges without the steps, each healed edge in the place of the one that it heals. */
export function bridge(
  document: AutomationDocument,
  gone: ReadonlySet<string>,
  catalogue: Catalogue,
): Bridged {
  const opened: DocumentEdge[] = [];
  const kept = document.edges.flatMap((edge) => {
    if (gone.has(edge.from)) return [];
    if (!gone.has(edge.to)) return [edge];
    const way = wayPast(document, edge.to, gone, catalogue);
    if (way.to !== null && way.to !== edge.from) return [toEdge({ ...refOf(edge), to: way.to })];
    if (way.leads) opened.push(edge);
    return [];
  });
  return { kept: withoutRepeats(kept), opened };
}

/** Where the path through the steps comes out; `leads` says whether it went anywhere at all. */
function wayPast(
  document: AutomationDocument,
  start: string,
  gone: ReadonlySet<string>,
  catalogue: Catalogue,
): { to: string | null; leads: boolean } {
  const seen = new Set<string>();
  let at = start;
  while (gone.has(at)) {
    if (seen.has(at)) return { to: null, leads: true };
    seen.add(at);
    const targets = targetsPast(document, at, catalogue);
    const [only] = targets;
    if (only === undefined || targets.length > 1) return { to: null, leads: targets.length > 1 };
    at = only;
  }
  return { to: at, leads: true };
}

function targetsPast(document: AutomationDocument, id: string, catalogue: Catalogue): string[] {
  const step = document.steps.find((candidate) => candidate.id === id);
  const port = step === undefined ? null : firstPort(step, catalogue);
  // What handles its failure is not what comes next.
  const leaving = document.edges.filter((edge) => edge.from === id && portOf(edge) !== FAILED);
  const first = leaving.filter((edge) => portOf(edge) === port);
  return [...new Set((first.length > 0 ? first : leaving).map((edge) => edge.to))];
}
