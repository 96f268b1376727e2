import type { Problem } from '../definition.ts';
import { error } from '../problem.ts';

/**
 * What cannot be kept of a document's JSON: NUL and half surrogate pairs, which no database holds,
 * numbers beyond all bounds, and fields called `__proto__`, which would get lost silently.
 */
export function unstorable(value: unknown): Problem[] {
  return walk(value, []);
}

function walk(value: unknown, path: readonly string[]): Problem[] {
  const field = path.join('.');
  switch (typeof value) {
    case 'string':
      return isStorable(value) ? [] : [problem(field, 'holds a character that cannot be kept')];
    case 'number':
      return Number.isFinite(value) ? [] : [problem(field, 'is too large a number')];
    case 'object':
      return value === null ? [] : Object.entries(value).flatMap((entry) => walkEntry(entry, path));
    default:
      return [];
  }
}

function walkEntry([key, inner]: [string, unknown], path: readonly string[]): Problem[] {
  const name = isStorable(key) && key !== '__proto__';
  const field = [...path, key.toWellFormed()].join('.');
  return [
    ...(name ? [] : [problem(field, 'cannot be called that')]),
    ...walk(inner, [...path, key]),
  ];
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function problem(field: string, what: string): Problem {
  const shown = field.replaceAll('\u0000', '').toWellFormed();
  return error('unstorable', `"${shown}" ${what}.`, { field: shown });
}
