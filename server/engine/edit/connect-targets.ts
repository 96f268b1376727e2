import type { Catalogue } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import { reachFrom } from '../document-graph.ts';
import { hasEdge, TRIGGER } from './edges.ts';
import { findStep } from './find-step.ts';
import { readingOrder } from './reading-order.ts';

/** A step that a port can be connected to, as a list offers it. */
export interface ConnectTarget {
  readonly stepId: string;
  readonly name: string;
  /** Leads back to a step before it. */
  readonly loops: boolean;
  /** The port leads there already. */
  readonly connected: boolean;
}

/** Every step but the port's own, from top to bottom: connecting without a mouse. */
export function connectTargets(
  document: AutomationDocument,
  from: string,
  port: string,
  catalogue: Catalogue,
): ConnectTarget[] {
  const before = reachFrom(predecessorsOf(document), [from]);
  return readingOrder(document, catalogue).flatMap((id) => {
    const step = findStep(document, id);
    if (id === TRIGGER || id === from || step === undefined) return [];
    return [
      {
        stepId: id,
        name: step.name,
        loops: before.has(id),
        connected: hasEdge(document, { from, port, to: id }),
      },
    ];
  });
}

function predecessorsOf(document: AutomationDocument): Map<string, string[]> {
  const before = Map.groupBy(document.edges, ({ to }) => to);
  return new Map([...before].map(([id, edges]) => [id, edges.map(({ from }) => from)]));
}
