import type { Catalogue, Port } from '#server/engine/definition.ts';
import {
  type AutomationDocument,
  DEFAULT_PORT,
  type DocumentStep,
} from '#server/engine/document.ts';
import { ownPorts } from '#server/engine/edit/ports-of.ts';
import { TRIGGER_WORDS } from './trigger-words.ts';

/** The automation as a reader sees it: cards, ends, and one line per way on. */
export interface GraphNode {
  /** `trigger`, a step's id, or `end:<step>` for an end that is not a step of its own. */
  readonly id: string;
  readonly kind: 'trigger' | 'step' | 'end';
  readonly name: string;
  readonly sentence: string;
  /** A lucide icon's name. */
  readonly icon: string;
  /** What kind of step it is, in words. */
  readonly title: string;
  /** Walked past: its author has turned it off. */
  readonly off?: boolean;
  readonly ports: readonly GraphPort[];
}

export interface GraphPort extends Port {
  /** Whether an edge leaves by it. */
  readonly connected: boolean;
}

export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly port: string;
  readonly to: string;
  /** The port's name, where the step has more than one way on. */
  readonly label: string | null;
  /** Leads back to a step before it: a loop. */
  readonly back: boolean;
}

export interface GraphModel {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export function edgeId(from: string, port: string, to: string): string {
  return `${from}:${port}:${to}`;
}

export interface GraphReading {
  /** Without them, ways on that lead nowhere are left out, as in the picture of a run. */
  readonly openPorts?: boolean;
  /** Draws an end below a step that nothing follows; an editor shows its open ports instead. */
  readonly impliedEnds?: boolean;
}

/** Reads a document as a graph. Never throws: unknown kinds and broken settings get plain cards. */
export function readGraph(
  document: AutomationDocument,
  catalogue: Catalogue,
  { openPorts = true, impliedEnds = true }: GraphReading = {},
): GraphModel {
  const known = new Set(['trigger', ...document.steps.map((step) => step.id)]);
  const drawn = uniqueEdges(document).filter((edge) => known.has(edge.from) && known.has(edge.to));
  const byStart = Map.groupBy(drawn, (edge) => edge.from);
  const leaving = (id: string) => byStart.get(id) ?? [];

  const nodes: GraphNode[] = [triggerNode(document)];
  const edges: Omit<GraphEdge, 'back'>[] = leaving('trigger').map((edge) => ({
    id: edgeId('trigger', DEFAULT_PORT, edge.to),
    from: 'trigger',
    port: DEFAULT_PORT,
    to: edge.to,
    label: null,
  }));

  for (const step of document.steps) {
    const facts = readStep(step, catalogue);
    const used = leaving(step.id);
    const all = portsOf(
      facts,
      used.map((edge) => edge.port ?? DEFAULT_PORT),
    );
    const ports = openPorts || used.length === 0 ? all : all.filter((port) => port.connected);
    const several = ports.length > 1;
    const isLast = impliedEnds && used.length === 0 && step.kind !== 'end';
    nodes.push(stepNode(step, facts, isLast && several ? [] : ports));
    for (const edge of used) {
      const port = edge.port ?? DEFAULT_PORT;
      const label = ports.find((candidate) => candidate.id === port)?.label ?? port;
      edges.push({
        id: edgeId(step.id, port, edge.to),
        from: step.id,
        port,
        to: edge.to,
        label: several || port !== all[0]?.id ? label : null,
      });
    }
    if (isLast) addImpliedEnd(step.id, several ? '' : (ports[0]?.id ?? ''), nodes, edges);
  }
  return { nodes, edges: markBackEdges(nodes, edges) };
}

/** An import may hold an edge twice: it is one way on. */
function uniqueEdges(document: AutomationDocument): AutomationDocument['edges'] {
  const idOf = (edge: AutomationDocument['edges'][number]): string =>
    edgeId(edge.from, edge.port ?? DEFAULT_PORT, edge.to);
  return [...new Map(document.edges.map((edge) => [idOf(edge), edge])).values()];
}

/** A step that nothing follows ends its path: that is drawn, so that nobody has to know it. */
function addImpliedEnd(
  from: string,
  port: string,
  nodes: GraphNode[],
  edges: Omit<GraphEdge, 'back'>[],
): void {
  const id = `end:${from}`;
  nodes.push({
    id,
    kind: 'end',
    name: 'End',
    sentence: '',
    icon: 'circle-dot',
    title: 'End',
    ports: [],
  });
  edges.push({ id: edgeId(from, port, id), from, port, to: id, label: null });
}

function triggerNode(document: AutomationDocument): GraphNode {
  const words = TRIGGER_WORDS[document.trigger.kind];
  return {
    id: 'trigger',
    kind: 'trigger',
    name: document.trigger.name ?? words.name,
    sentence: words.sentence,
    icon: words.icon,
    title: 'Trigger',
    ports: [
      {
        id: DEFAULT_PORT,
        label: 'Next',
        connected: document.edges.some((edge) => edge.from === 'trigger'),
      },
    ],
  };
}

/** What a card says, which depends on nothing but the step. */
interface StepFacts {
  readonly title: string;
  readonly icon: string;
  readonly sentence: string;
  readonly ports: readonly Port[];
}

/** Edits share the steps that they did not touch: those need not be read again. */
const factsOf = new WeakMap<DocumentStep, StepFacts>();

function readStep(step: DocumentStep, catalogue: Catalogue): StepFacts {
  const known = factsOf.get(step);
  if (known !== undefined) return known;
  const definition = catalogue.get(step.kind);
  const config = definition?.config.safeParse(step.config);
  const facts = {
    title: definition?.title ?? step.kind,
    icon: definition?.icon ?? 'circle-dashed',
    sentence:
      definition === undefined
        ? `Unknown kind “${step.kind}”`
        : config?.success === true
          ? definition.sentence(config.data)
          : '',
    ports: ownPorts(step, catalogue),
  };
  factsOf.set(step, facts);
  return facts;
}

function stepNode(step: DocumentStep, facts: StepFacts, ports: readonly GraphPort[]): GraphNode {
  const isEnd = step.kind === 'end';
  return {
    id: step.id,
    kind: isEnd ? 'end' : 'step',
    name: isEnd ? `End: ${endLabel(step)}` : step.name,
    sentence: facts.sentence,
    icon: facts.icon,
    title: facts.title,
    off: step.disabled === true,
    ports,
  };
}

function endLabel(step: DocumentStep): string {
  const outcome = step.config['outcome'];
  return typeof outcome === 'string' && outcome !== '' ? outcome : step.name;
}

/** The step's own ports, and those that edges use beyond them (`failed`, or a broken document's). */
function portsOf({ ports: own }: StepFacts, used: readonly string[]): GraphPort[] {
  const extra = [...new Set(used)].filter((id) => !own.some((port) => port.id === id));
  return [
    ...own.map((port) => ({ id: port.id, label: port.label, connected: used.includes(port.id) })),
    ...extra.map((id) => ({ id, label: portWords(id), connected: true })),
  ];
}

/** "timed_out" as words: "Timed out". */
export function portWords(id: string): string {
  const words = id.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Depth first from the start; an edge to a node that is still open leads back. */
function markBackEdges(
  nodes: readonly GraphNode[],
  edges: readonly Omit<GraphEdge, 'back'>[],
): GraphEdge[] {
  const from = Map.groupBy(edges, (edge) => edge.from);
  const state = new Map<string, 'open' | 'closed'>();
  const back = new Set<string>();
  for (const root of nodes) {
    if (state.has(root.id)) continue;
    const stack = [{ id: root.id, rest: [...(from.get(root.id) ?? [])] }];
    state.set(root.id, 'open');
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = top.rest.shift();
      if (edge === undefined) {
        state.set(top.id, 'closed');
        stack.pop();
      } else if (state.get(edge.to) === 'open') back.add(edge.id);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        stack.push({ id: edge.to, rest: [...(from.get(edge.to) ?? [])] });
      }
    }
  }
  return edges.map((edge) => ({ ...edge, back: back.has(edge.id) }));
}
