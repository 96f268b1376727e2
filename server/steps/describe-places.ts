import { portsOf } from '#server/engine/edit/ports-of.ts';
import { type AutomationDocument, DEFAULT_PORT } from '#server/engine/document.ts';
import { stepCatalogue } from './catalogue.ts';

type Edge = AutomationDocument['edges'][number];

/** A way out of a step as people call it; null where the step has one only. */
export function portWords(document: AutomationDocument, from: string, port: string): string | null {
  const step = document.steps.find(({ id }) => id === from);
  if (step === undefined) return null;
  const ports = portsOf(step, stepCatalogue);
  const [first] = ports;
  if (port === DEFAULT_PORT && first?.id === DEFAULT_PORT) return null;
  return ports.find(({ id }) => id === port)?.label ?? port.replaceAll('_', ' ');
}

/** "“Sam approves” (Expired)": where an edge begins. */
function beginning(document: AutomationDocument, edge: Edge): string {
  if (edge.from === 'trigger') return 'the start';
  const name = nameIn(document, edge.from);
  const port = portWords(document, edge.from, edge.port ?? DEFAULT_PORT);
  return port === null ? `“${name}”` : `“${name}” (${port})`;
}

/** What stands around an added step: "After “Sam approves” (Expired), before the end." */
export function placeOfAdded(document: AutomationDocument, stepId: string): string {
  const into = document.edges.filter((edge) => edge.to === stepId);
  const out = [
    ...new Set(document.edges.filter((edge) => edge.from === stepId).map(({ to }) => to)),
  ];
  const before = out.length === 0 ? 'the end' : list(out.map((id) => `“${nameIn(document, id)}”`));
  if (into.length === 0) return `Nothing leads to it yet; it is before ${before}.`;
  return `After ${list(into.map((edge) => beginning(document, edge)))}, before ${before}.`;
}

/** Where the ways that led to a removed step lead now. Empty when their steps went with it. */
export function placeOfRemoved(
  before: AutomationDocument,
  after: AutomationDocument,
  stepId: string,
): string {
  const kept = new Set(['trigger', ...after.steps.map(({ id }) => id)]);
  return before.edges
    .filter((edge) => edge.to === stepId && kept.has(edge.from))
    .map((edge) => {
      const port = edge.port ?? DEFAULT_PORT;
      const now = after.edges.filter(
        (other) => other.from === edge.from && (other.port ?? DEFAULT_PORT) === port,
      );
      const target =
        now.length === 0
          ? 'straight to the end'
          : `to ${list(now.map(({ to }) => `“${nameIn(after, to)}”`))}`;
      const from = beginning(before, edge);
      return `${from.charAt(0).toUpperCase()}${from.slice(1)} now leads ${target}.`;
    })
    .join(' ');
}

function nameIn(document: AutomationDocument, id: string): string {
  return document.steps.find((step) => step.id === id)?.name ?? id;
}

function list(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
