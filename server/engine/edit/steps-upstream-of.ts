import { certainSteps } from '../certain-steps.ts';
import { upstreamOf } from '../check-templates.ts';
import type { Catalogue } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import { documentGraph, type DocumentGraph } from '../document-graph.ts';
import { JOIN_KIND } from '../scope-stacks.ts';
import { readingOrder } from './reading-order.ts';

export interface UpstreamStep {
  readonly stepId: string;
  /** Every path to here leads through it, and it is not disabled. */
  readonly certain: boolean;
}

/** The steps that may have run by the time that this one begins, from top to bottom. */
export function stepsUpstreamOf(
  document: AutomationDocument,
  stepId: string,
  catalogue: Catalogue,
): UpstreamStep[] {
  const graph = documentGraph(document, catalogue);
  const before = upstreamOf(graph)(stepId) ?? new Set<string>();
  const certain = certainBefore(graph, stepId, catalogue);
  const isOn = (id: string): boolean => graph.steps.get(id)?.step.disabled !== true;
  return readingOrder(document, catalogue)
    .filter((id) => before.has(id) && graph.steps.has(id))
    .map((id) => ({ stepId: id, certain: certain.has(id) && isOn(id) }));
}

/** A compensating step stands on no path: certain is what was certain once its step had run. */
function certainBefore(
  graph: DocumentGraph,
  stepId: string,
  catalogue: Catalogue,
): ReadonlySet<string> {
  const certain = certainOf(graph, catalogue);
  const onPath = certain.get(stepId);
  if (onPath !== undefined) return onPath;
  const undone = graph.document.steps.filter(({ compensateWith }) => compensateWith === stepId);
  const [first, ...others] = undone.map(({ id }) => new Set([...(certain.get(id) ?? []), id]));
  return new Set([...(first ?? [])].filter((id) => others.every((other) => other.has(id))));
}

type Certain = ReadonlyMap<string, ReadonlySet<string>>;

let last: {
  readonly edges: AutomationDocument['edges'];
  readonly catalogue: Catalogue;
  readonly shape: string;
  readonly certain: Certain;
} | null = null;

/**
 * Dear in long automations, and asked for at each letter that is typed: edits of texts keep the
 * list of edges, and then the last answer holds for as long as the steps are the same ones.
 */
function certainOf(graph: DocumentGraph, catalogue: Catalogue): Certain {
  const { edges, steps } = graph.document;
  const shape = JSON.stringify(
    steps.map(({ id, kind, disabled, config }) =>
      kind === JOIN_KIND ? [id, disabled === true, config] : id,
    ),
  );
  if (last?.edges !== edges || last.shape !== shape || last.catalogue !== catalogue)
    last = { edges, catalogue, shape, certain: certainSteps(graph) };
  return last.certain;
}
