import type { z } from 'zod';

type Issue = Pick<z.core.$ZodRawIssue, 'code'> & Readonly<Record<string, unknown>>;

/**
 * What to do about a value that a schema does not take, as a sentence for the person at the form.
 * For schemas whose authors gave no words of their own; hand it to `parse` as `error`.
 */
export function plainWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue['input'] === undefined
        ? 'Fill this in.'
        : `${TYPES.get(String(issue['expected'])) ?? 'Choose another value'}.`;
    case 'invalid_value':
      return `Choose one of ${list(issue['values'])}.`;
    case 'unrecognized_keys':
      return `Remove the unknown setting ${list(issue['keys'])}.`;
    case 'too_small':
      return least(issue);
    case 'too_big':
      return most(issue);
    case 'invalid_key':
      return 'Choose another name.';
    case 'invalid_format':
      return 'Write this differently: its form is not one that is understood.';
    default:
      return issue['input'] === undefined ? 'Fill this in.' : 'Choose another value.';
  }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'Write text'],
  ['number', 'Write a number'],
  ['int', 'Write a whole number'],
  ['boolean', 'Choose yes or no'],
  ['array', 'Make a list'],
  ['object', 'Fill in its settings'],
  ['record', 'Fill in names and values'],
]);

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => `"${String(value)}"`).join(', ') : '';
}

function least({ origin, minimum, inclusive }: Issue): string {
  const amount = Number(minimum);
  if (origin === 'string')
    return amount <= 1 ? 'Fill this in.' : `Use at least ${amount} characters.`;
  if (origin === 'array') return amount <= 1 ? 'Add at least one.' : `Add at least ${amount}.`;
  return inclusive === false ? `Use a number above ${amount}.` : `Use ${amount} or more.`;
}

function most({ origin, maximum }: Issue): string {
  const amount = Number(maximum);
  if (origin === 'string') return `Use at most ${amount} characters.`;
  if (origin === 'array') return `Keep at most ${amount}.`;
  return `Use ${amount} or less.`;
}
