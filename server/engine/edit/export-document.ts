import type { AutomationDocument } from '../document.ts';

/**
 * The document as a file: JSON with the parts in the order of the format, everything within
 * settings sorted by name, so that equal documents are equal byte for byte, wherever they were kept.
 * Steps and edges stay in their order: it says which target starts first.
 */
export function exportDocument(document: AutomationDocument): string {
  const { format, name, description, settings, trigger, steps, edges, notes, layout } = document;
  const ordered = {
    format,
    name,
    description,
    settings: sorted(settings),
    trigger: { kind: trigger.kind, name: trigger.name, config: sorted(trigger.config) },
    steps: steps.map((step) => ({
      id: step.id,
      kind: step.kind,
      name: step.name,
      config: sorted(step.config),
      disabled: step.disabled,
      compensateWith: step.compensateWith,
    })),
    edges: edges.map(({ from, port, to }) => ({ from, port, to })),
    notes: notes?.map(({ id, text, x, y }) => ({ id, text, x, y })),
    layout: sorted(layout),
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

/** Keys by UTF-16 code units; those that look like numbers come first, as engines have it. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
