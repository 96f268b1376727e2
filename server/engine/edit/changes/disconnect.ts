import type { AutomationDocument } from '../../document.ts';
import type { Disconnect } from '../change.ts';
import { hasEdge, isEdge } from '../edges.ts';
import { applied, refused, type Edited } from '../edited.ts';

export function disconnect(document: AutomationDocument, edge: Disconnect): Edited {
  if (!hasEdge(document, edge)) return refused('This connection is gone already.');
  const edges = document.edges.filter((other) => !isEdge(other, edge));
  return applied({ ...document, edges });
}
