import type { Catalogue, StepDefinition } from './definition.ts';
import type { AutomationDocument, DocumentStep } from './document.ts';
import { DEFAULT_PORT } from './document.ts';

/** A draft as the publish checks see it: what is known about each step, and who leads where. */
export interface DocumentGraph {
  readonly document: AutomationDocument;
  readonly steps: ReadonlyMap<string, StepFacts>;
  /** Edges whose both ends exist, `trigger` among the starts. */
  readonly successors: ReadonlyMap<string, readonly string[]>;
  readonly predecessors: ReadonlyMap<string, readonly string[]>;
  /** Steps that some path from the trigger leads to. */
  readonly reachable: ReadonlySet<string>;
}

export interface StepFacts {
  readonly step: DocumentStep;
  readonly definition: StepDefinition | null;
  /** Undefined where the settings do not parse. */
  readonly config: unknown;
  /** Ids of the ports, `failed` included where the kind may have one; null where unknown. */
  readonly ports: readonly string[] | null;
  /** Ports from which an edge is drawn. */
  readonly drawn: ReadonlySet<string>;
}

export const FAILED = 'failed';

export function documentGraph(document: AutomationDocument, catalogue: Catalogue): DocumentGraph {
  const drawn = new Map<string, Set<string>>();
  for (const edge of document.edges) {
    const ports = drawn.get(edge.from) ?? new Set<string>();
    drawn.set(edge.from, ports.add(edge.port ?? DEFAULT_PORT));
  }
  const steps = new Map<string, StepFacts>();
  for (const step of document.steps) {
    if (!steps.has(step.id)) steps.set(step.id, factsOf(step, catalogue, drawn.get(step.id)));
  }
  const successors = new Map<string, string[]>();
  const predecessors = new Map<string, string[]>();
  for (const { from, to } of document.edges) {
    if (!steps.has(to) || (from !== 'trigger' && !steps.has(from))) continue;
    add(successors, from, to);
    add(predecessors, to, from);
  }
  const reachable = reachFrom(successors, ['trigger']);
  reachable.delete('trigger');
  return { document, steps, successors, predecessors, reachable };
}

function factsOf(
  step: DocumentStep,
  catalogue: Catalogue,
  drawn: ReadonlySet<string> | undefined,
): StepFacts {
  const definition = catalogue.get(step.kind) ?? null;
  const parsed = definition?.config.safeParse(step.config);
  const known = definition !== null && parsed?.success === true;
  const own = known ? definition.ports(parsed.data).map(({ id }) => id) : null;
  return {
    step,
    definition,
    config: known ? parsed.data : undefined,
    ports: own === null || definition?.canFail !== true ? own : [...new Set([...own, FAILED])],
    drawn: drawn ?? new Set(),
  };
}

/** Everything that the given nodes lead to, themselves included. */
export function reachFrom(
  edges: ReadonlyMap<string, readonly string[]>,
  from: Iterable<string>,
): Set<string> {
  const seen = new Set(from);
  // A set may grow while it is walked: what is added is walked too.
  for (const id of seen) for (const next of edges.get(id) ?? []) seen.add(next);
  return seen;
}

function add(edges: Map<string, string[]>, from: string, to: string): void {
  const targets = edges.get(from) ?? [];
  if (!targets.includes(to)) targets.push(to);
  edges.set(from, targets);
}
