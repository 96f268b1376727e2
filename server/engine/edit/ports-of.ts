import type { Catalogue, Port } from '../definition.ts';
import type { AutomationDocument, DocumentStep } from '../document.ts';
import { DEFAULT_PORT, portSchema } from '../document.ts';
import { FAILED } from '../document-graph.ts';
import type { EdgeRef } from './change.ts';
import { portOf, refOf, TRIGGER } from './edges.ts';

/**
 * The ways out of a step, `failed` among them where its kind may have one. Settings that do not
 * parse yet still tell: a half-filled email has its ports. Empty for unknown kinds.
 */
export function portsOf(step: DocumentStep, catalogue: Catalogue): readonly Port[] {
  const definition = catalogue.get(step.kind);
  if (definition === undefined) return [];
  const own = ownPorts(step, catalogue);
  const hasFailed = own.some(({ id }) => id === FAILED);
  return definition.canFail && !hasFailed ? [...own, { id: FAILED, label: 'Failed' }] : own;
}

/** The way on, and past the step when it is disabled. Null where there is none, or none known. */
export function firstPort(step: DocumentStep, catalogue: Catalogue): string | null {
  if (!catalogue.has(step.kind)) return DEFAULT_PORT;
  return ownPorts(step, catalogue)[0]?.id ?? null;
}

/** Edges that leave by a port that their step does not have (any more); `checkDocument` says so. */
export function danglingEdges(document: AutomationDocument, catalogue: Catalogue): EdgeRef[] {
  const ports = new Map<string, ReadonlySet<string>>([[TRIGGER, new Set([DEFAULT_PORT])]]);
  for (const step of document.steps) {
    if (catalogue.has(step.kind))
      ports.set(step.id, new Set(portsOf(step, catalogue).map(({ id }) => id)));
  }
  return document.edges
    .filter((edge) => ports.get(edge.from)?.has(portOf(edge)) === false)
    .map(refOf);
}

/** Without the `failed` that its kind may have beside them. Empty where none is known. */
export function ownPorts(step: DocumentStep, catalogue: Catalogue): readonly Port[] {
  const definition = catalogue.get(step.kind);
  if (definition === undefined) return [];
  const parsed = definition.config.safeParse(step.config);
  try {
    return readable(definition.ports(parsed.success ? parsed.data : step.config));
  } catch {
    // A kind whose ports depend on settings that are not there yet.
    return [];
  }
}

/** Settings that did not parse may give ports without an id or a name. */
function readable(ports: readonly Partial<Port>[]): Port[] {
  return ports.flatMap(({ id, label }) => {
    const parsed = portSchema.safeParse(id);
    if (!parsed.success) return [];
    return [{ id: parsed.data, label: typeof label === 'string' ? label : parsed.data }];
  });
}
