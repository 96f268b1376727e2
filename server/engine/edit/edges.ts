import type { AutomationDocument, DocumentEdge } from '../document.ts';
import { DEFAULT_PORT } from '../document.ts';
import type { EdgeRef } from './change.ts';

/** The start of the automation, where edges speak of it. */
export const TRIGGER = 'trigger';

export function portOf(edge: DocumentEdge): string {
  return edge.port ?? DEFAULT_PORT;
}

export function refOf(edge: DocumentEdge): EdgeRef {
  return { from: edge.from, port: portOf(edge), to: edge.to };
}

/** The default port is left out, so that one edge has one spelling. */
export function toEdge({ from, port, to }: EdgeRef): DocumentEdge {
  return port === DEFAULT_PORT ? { from, to } : { from, port, to };
}

export function isEdge(edge: DocumentEdge, ref: EdgeRef): boolean {
  return edge.from === ref.from && portOf(edge) === ref.port && edge.to === ref.to;
}

export function hasEdge(document: AutomationDocument, ref: EdgeRef): boolean {
  return document.edges.some((edge) => isEdge(edge, ref));
}

/** No two alike, the first one's place kept. */
export function withoutRepeats(edges: readonly DocumentEdge[]): DocumentEdge[] {
  const keyOf = (edge: DocumentEdge): string => JSON.stringify([edge.from, portOf(edge), edge.to]);
  const first = new Map<string, DocumentEdge>();
  for (const edge of edges) if (!first.has(keyOf(edge))) first.set(keyOf(edge), edge);
  return [...first.values()];
}
