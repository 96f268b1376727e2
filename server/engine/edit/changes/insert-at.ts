import type { Catalogue } from '../../definition.ts';
import type { AutomationDocument, DocumentEdge, DocumentStep } from '../../document.ts';
import { DEFAULT_PORT } from '../../document.ts';
import type { EdgeRef, InsertAt } from '../change.ts';
import { hasEdge, isEdge, portOf, toEdge, TRIGGER, withoutRepeats } from '../edges.ts';
import { findStep, quoteName } from '../find-step.ts';
import { firstPort, portsOf } from '../ports-of.ts';

type Inserted = { ok: true; edges: DocumentEdge[] } | { ok: false; message: string };

/** The document's edges once the step stands there. The step itself may not be in it yet. */
export function insertAt(
  document: AutomationDocument,
  step: DocumentStep,
  at: InsertAt,
  catalogue: Catalogue,
): Inserted {
  switch (at.kind) {
    case 'free':
      return { ok: true, edges: [...document.edges] };
    case 'port':
      return insertUnderPort(document, step, at, catalogue);
    case 'edge':
      return insertOnEdge(document, step, at, catalogue);
  }
}

function insertUnderPort(
  document: AutomationDocument,
  step: DocumentStep,
  { from, port }: Omit<EdgeRef, 'to'>,
  catalogue: Catalogue,
): Inserted {
  if (!hasPort(document, from, port, catalogue)) {
    return { ok: false, message: 'The place where this step was to go is gone.' };
  }
  if (document.edges.some((edge) => edge.from === from && portOf(edge) === port)) {
    return { ok: false, message: 'Another step follows there already.' };
  }
  return { ok: true, edges: [...document.edges, toEdge({ from, port, to: step.id })] };
}

function insertOnEdge(
  document: AutomationDocument,
  step: DocumentStep,
  { from, port, to }: EdgeRef,
  catalogue: Catalogue,
): Inserted {
  if (!hasEdge(document, { from, port, to })) {
    return { ok: false, message: 'The connection where this step was to go is gone.' };
  }
  const on = firstPort(step, catalogue);
  if (on === null) {
    const message = `Nothing can follow ${quoteName(step)}: put it at the end of a path.`;
    return { ok: false, message };
  }
  const edges = document.edges.flatMap((edge) =>
    isEdge(edge, { from, port, to })
      ? [toEdge({ from, port, to: step.id }), toEdge({ from: step.id, port: on, to })]
      : [edge],
  );
  return { ok: true, edges: withoutRepeats(edges) };
}

/** Whether edges may leave by this port: of an unknown kind, by any. */
export function hasPort(
  document: AutomationDocument,
  from: string,
  port: string,
  catalogue: Catalogue,
): boolean {
  if (from === TRIGGER) return port === DEFAULT_PORT;
  const step = findStep(document, from);
  if (step === undefined) return false;
  return !catalogue.has(step.kind) || portsOf(step, catalogue).some(({ id }) => id === port);
}
