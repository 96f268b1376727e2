import type { AutomationDocument } from '../../document.ts';
import type { Connect } from '../change.ts';
import { hasEdge, portOf, toEdge, TRIGGER } from '../edges.ts';
import { applied, refused, type EditEnv, type Edited } from '../edited.ts';
import { findStep, GONE } from '../find-step.ts';
import { hasPort } from './insert-at.ts';

export function connect(
  document: AutomationDocument,
  { from, port, to, mode = 'replace' }: Connect,
  env: EditEnv,
): Edited {
  if (from !== TRIGGER && findStep(document, from) === undefined) return refused(GONE);
  if (to === TRIGGER) return refused('Nothing leads back to the start.');
  if (findStep(document, to) === undefined) return refused('The step to connect to is gone.');
  if (from === to) return refused('A step cannot lead to itself: put another one in between.');
  if (!hasPort(document, from, port, env.catalogue)) {
    return refused('The way out that was to be connected is gone.');
  }
  const others = document.edges.filter((edge) => edge.from === from && portOf(edge) === port);
  const isThere = hasEdge(document, { from, port, to });
  if (isThere && (mode === 'add' || others.length === 1)) return applied(document);
  const edge = toEdge({ from, port, to });
  if (mode === 'add' || others.length === 0) {
    return applied({ ...document, edges: [...document.edges, edge] });
  }
  // In the place of the first: the order of edges is the order in which targets are started.
  const edges = document.edges.flatMap((other) => {
    if (!others.includes(other)) return [other];
    return other === others[0] ? [edge] : [];
  });
  return applied({ ...document, edges });
}
