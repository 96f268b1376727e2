import type { Catalogue } from '#server/engine/definition.ts';
import { type AutomationDocument, DEFAULT_PORT } from '#server/engine/document.ts';
import type { EdgeRef, SpliceStep } from '#server/engine/edit/change.ts';
import { firstPort } from '#server/engine/edit/ports-of.ts';

/**
 * The edit that moves a step one place up or down its path: it changes places with the step before
 * it, or with the one that its first way leads to. Null where there is no such place: right below
 * the trigger, at the end of a path, or beside a loop onto itself.
 */
export function moveAlong(
  document: AutomationDocument,
  stepId: string,
  direction: 'up' | 'down',
  catalogue: Catalogue,
): SpliceStep | null {
  const step = document.steps.find(({ id }) => id === stepId);
  if (step === undefined || firstPort(step, catalogue) === null) return null;
  const edge =
    direction === 'up' ? edgeAbove(document, stepId) : edgeBelow(document, stepId, catalogue);
  if (edge === null || edge.from === stepId || edge.to === stepId) return null;
  return { kind: 'splice_step', stepId, edge };
}

/** The edge that leads into the step right before this one. */
function edgeAbove(document: AutomationDocument, stepId: string): EdgeRef | null {
  const into = document.edges.find(({ to, from }) => to === stepId && from !== stepId);
  if (into === undefined || into.from === 'trigger') return null;
  const above = document.edges.find(({ to, from }) => to === into.from && from !== into.from);
  return above === undefined ? null : refOf(above);
}

/** The edge by which the step right after this one goes on. */
function edgeBelow(
  document: AutomationDocument,
  stepId: string,
  catalogue: Catalogue,
): EdgeRef | null {
  const next = firstEdge(document, stepId, catalogue);
  return next === null ? null : firstEdge(document, next.to, catalogue);
}

function firstEdge(
  document: AutomationDocument,
  from: string,
  catalogue: Catalogue,
): EdgeRef | null {
  const step = document.steps.find(({ id }) => id === from);
  const port = step === undefined ? null : firstPort(step, catalogue);
  const edge = document.edges.find(
    (candidate) => candidate.from === from && (candidate.port ?? DEFAULT_PORT) === port,
  );
  return edge === undefined ? null : refOf(edge);
}

function refOf({ from, port, to }: AutomationDocument['edges'][number]): EdgeRef {
  return { from, port: port ?? DEFAULT_PORT, to };
}
