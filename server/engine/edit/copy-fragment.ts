import type { AutomationDocument, DocumentStep } from '../document.ts';
import { sorted } from './export-document.ts';
import { FRAGMENT_FORMAT, type Fragment } from './fragment.ts';

/**
 * The selected steps and notes as text for the clipboard, with the edges between them. Headers that
 * carry credentials are left out and named, so that pasting can ask for them again.
 */
export function copyFragment(
  document: AutomationDocument,
  ids: readonly string[],
  noteIds: readonly string[] = [],
): string {
  const steps = document.steps.filter(({ id }) => ids.includes(id));
  // The trigger may be selected, but is no step.
  const copied = new Set(steps.map(({ id }) => id));
  const bare = steps.map(withoutCredentials);
  const places = Object.entries(document.layout ?? {}).filter(([id]) => copied.has(id));
  const fragment: Fragment = {
    format: FRAGMENT_FORMAT,
    steps: bare.map(({ step }) => step),
    edges: document.edges.filter(({ from, to }) => copied.has(from) && copied.has(to)),
    notes: (document.notes ?? []).filter(({ id }) => noteIds.includes(id)),
    layout: Object.fromEntries(places),
    leftOut: bare.flatMap(({ step, fields }) =>
      fields.map((field) => ({ stepId: step.id, field })),
    ),
  };
  return `${JSON.stringify(sorted(fragment), null, 2)}\n`;
}

/** Names of headers that carry credentials as a rule. */
const CREDENTIAL = /^(proxy-)?authorization$|^(set-)?cookie$|api-?key|secret|token|password/i;

function withoutCredentials(step: DocumentStep): { step: DocumentStep; fields: string[] } {
  const headers = new Map(Object.entries(step.config)).get('headers');
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) {
    return { step, fields: [] };
  }
  const names = Object.keys(headers).filter((name) => CREDENTIAL.test(name));
  if (names.length === 0) return { step, fields: [] };
  const kept = Object.entries(headers).filter(([name]) => !names.includes(name));
  const config = { ...step.config, headers: Object.fromEntries(kept) };
  return { step: { ...step, config }, fields: names.map((name) => `headers.${name}`) };
}
