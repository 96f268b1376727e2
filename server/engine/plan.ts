import type { AutomationDocument, DocumentSettings } from './document.ts';
import { DEFAULT_PORT } from './document.ts';
import type { Catalogue, StepDefinition } from './definition.ts';
import { joinsOfParallels, scopeStacks } from './scope-stacks.ts';

export interface PlanStep {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly compensateWith: string | null;
  /** Null for a kind that the catalogue does not know: entering it fails the step. */
  readonly definition: StepDefinition | null;
  /** The parsed configuration; undefined where it does not parse. */
  readonly config: unknown;
  /** Why the configuration does not parse, in a sentence. */
  readonly configError: string | null;
  /** The ids of its ports, in order; the first is the way past it when it is disabled. */
  readonly ports: readonly string[];
  /** The name of the connection that its work uses; empty where it uses none. */
  readonly connection: string;
  /** A run that it started is cancelled once it was waited for in vain. */
  readonly cancelsLateChild: boolean;
  /** The parallels whose arms it stands in, outermost first. */
  readonly stack: readonly string[];
}

/** A document made ready to be walked: every look-up is a Map, so any id is safe. */
export interface Plan {
  readonly document: AutomationDocument;
  readonly settings: DocumentSettings;
  readonly steps: ReadonlyMap<string, PlanStep>;
  /** Targets per step and port, in the document's order. `trigger` stands for the start. */
  readonly edges: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Where the trigger leads. */
  readonly entry: readonly string[];
  /** The join that closes each parallel's scope; null where its arms never meet. */
  readonly joins: ReadonlyMap<string, string | null>;
}

/**
 * Compiles a document once per version. Never throws on a document that parses: what is wrong
 * with it (unknown kinds, edges to nowhere) fails the step that is entered, and `checkDocument`
 * names it before publishing.
 */
export function compilePlan(document: AutomationDocument, catalogue: Catalogue): Plan {
  const edges = edgesByPort(document);
  const graph = {
    kinds: new Map(
      document.steps.map((step) => [step.id, step.disabled === true ? 'disabled' : step.kind]),
    ),
    successors: successorsOf(document),
  };
  const stacks = scopeStacks(graph);
  const steps = new Map<string, PlanStep>();
  for (const step of document.steps) {
    if (steps.has(step.id)) continue;
    const definition = catalogue.get(step.kind) ?? null;
    const parsed = definition?.config.safeParse(step.config);
    const config = parsed?.success === true ? parsed.data : undefined;
    const ready = definition !== null && parsed?.success === true;
    steps.set(step.id, {
      id: step.id,
      kind: step.kind,
      name: step.name,
      disabled: step.disabled === true,
      compensateWith: step.compensateWith ?? null,
      definition,
      config,
      configError:
        parsed?.success === false ? (parsed.error.issues[0]?.message ?? 'invalid') : null,
      ports: ready ? definition.ports(config).map((port) => port.id) : [],
      connection: (ready ? definition.connection?.(config) : null) ?? '',
      cancelsLateChild: (ready && definition.cancelsLateChild?.(config)) === true,
      stack: stacks.get(step.id)?.[0] ?? [],
    });
  }
  return {
    document,
    settings: document.settings,
    steps,
    edges,
    entry: edges.get('trigger')?.get(DEFAULT_PORT) ?? [],
    joins: joinsOfParallels(graph, stacks),
  };
}

/** The steps that a port leads to; none where nothing is drawn from it. */
export function targetsOf(plan: Plan, stepId: string, port: string): readonly string[] {
  return plan.edges.get(stepId)?.get(port) ?? [];
}

function edgesByPort(document: AutomationDocument): Map<string, Map<string, string[]>> {
  const edges = new Map<string, Map<string, string[]>>();
  for (const edge of document.edges) {
    const ports = edges.get(edge.from) ?? new Map<string, string[]>();
    const port = edge.from === 'trigger' ? DEFAULT_PORT : (edge.port ?? DEFAULT_PORT);
    const targets = ports.get(port) ?? [];
    // The same edge drawn twice is one edge: it must not start its target twice.
    if (!targets.includes(edge.to)) targets.push(edge.to);
    ports.set(port, targets);
    edges.set(edge.from, ports);
  }
  return edges;
}

function successorsOf(document: AutomationDocument): Map<string, string[]> {
  const successors = new Map<string, string[]>();
  for (const edge of document.edges) {
    const targets = successors.get(edge.from) ?? [];
    targets.push(edge.to);
    successors.set(edge.from, targets);
  }
  return successors;
}
