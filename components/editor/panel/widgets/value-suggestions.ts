import { parseDataPath } from '#server/engine/data-path.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { portsOf } from '#server/engine/edit/ports-of.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';

export interface ValueSuggestion {
  readonly value: string;
  /** What it means, where that is not plain. */
  readonly label: string;
}

const SETTLED: Readonly<Record<string, readonly string[]>> = {
  decision: ['approved', 'rejected'],
  via: ['slack', 'inbox', 'api'],
  status: ['completed', 'failed', 'cancelled'],
  isTest: ['true', 'false'],
};

/** Values that a path is known to take: the ways out of a branch, a decision, the sample’s own. */
export function valueSuggestions(
  path: string,
  document: AutomationDocument,
  sample: unknown,
): ValueSuggestion[] {
  const [root, stepId, , name] = parseDataPath(path) ?? [];
  const step = document.steps.find(({ id }) => root === 'steps' && id === stepId);
  const last = root === 'run' ? stepId : name;
  const known: ValueSuggestion[] =
    step !== undefined && name === 'case'
      ? portsOf(step, stepCatalogue).map(({ id, label }) => ({ value: id, label }))
      : root === 'steps' || root === 'run'
        ? (Object.hasOwn(SETTLED, last ?? '') ? (SETTLED[last ?? ''] ?? []) : []).map(plain)
        : [];
  const text = textOf(sample);
  if (text === '' || text.length > 60 || known.some(({ value }) => value === text)) return known;
  return [...known, { value: text, label: 'as in the sample' }];
}

const plain = (value: string): ValueSuggestion => ({ value, label: '' });

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
