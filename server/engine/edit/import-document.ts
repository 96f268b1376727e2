import { configProblems } from '../config-problems.ts';
import type { Catalogue, Problem } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import { documentSchema } from '../document.ts';
import { error } from '../problem.ts';
import { FRAGMENT_FORMAT } from './fragment.ts';
import { brokenParts, oddParts } from './import-problems.ts';
import { scanJson } from './scan-json.ts';
import { unstorable } from './unstorable.ts';

/** Largest file, in bytes. */
export const MOST_BYTES = 1_048_576;
/** Problems listed at most: the first of many say enough. */
const MOST_PROBLEMS = 50;

export type Imported =
  | {
      readonly ok: true;
      readonly document: AutomationDocument;
      /** What is odd about it (unknown kinds, steps that lead to themselves), for the author to mend. */
      readonly problems: readonly Problem[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a file or clipboard as an automation. Never throws, whatever the text. */
export function importDocument(text: string, catalogue: Catalogue): Imported {
  const read = readText(text);
  if (!read.ok) return read;
  const parsed = documentSchema.safeParse(read.value);
  if (!parsed.success) return refuse(shapeProblems(read.value));
  const problems = [...unstorable(read.value), ...brokenParts(parsed.data)];
  if (problems.length > 0) return refuse(problems);
  return { ok: true, document: parsed.data, problems: oddParts(parsed.data, catalogue) };
}

type Read = { ok: true; value: unknown } | { ok: false; problems: Problem[] };

function readText(text: string): Read {
  if (text.length > MOST_BYTES || new TextEncoder().encode(text).length > MOST_BYTES) {
    return refuse([error('too_large', 'The file is larger than 1 MiB: no automation is.')]);
  }
  if (text.trim() === '') return refuse([error('empty_file', 'There is nothing in it.')]);
  // Some editors put a mark in front.
  const json = text.replace(/^\ufeff/, '');
  const faults = scanJson(json).map(({ code, message, line, column }) =>
    error(code, `Line ${line}, column ${column}: ${message}`),
  );
  if (faults.length > 0) return refuse(faults);
  const value: unknown = JSON.parse(json);
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  const format: unknown = isGroup ? Reflect.get(value, 'format') : undefined;
  if (format === FRAGMENT_FORMAT) {
    const message = 'These are copied steps, not an automation: paste them into one.';
    return refuse([error('is_fragment', message)]);
  }
  if (format !== documentSchema.shape.format.value) {
    const message = `This is no automation: its "format" is not "${documentSchema.shape.format.value}".`;
    return refuse([error('unknown_format', message, { field: 'format' })]);
  }
  return { ok: true, value };
}

function refuse(problems: readonly Problem[]): { ok: false; problems: Problem[] } {
  return { ok: false, problems: problems.slice(0, MOST_PROBLEMS) };
}

/** What the schema minds, each with its place: `steps.3.name`. */
function shapeProblems(value: unknown): Problem[] {
  return configProblems(documentSchema, value).map(({ path, message }) => {
    const field = path.join('.');
    return error('invalid_document', field === '' ? message : `In "${field}": ${message}`, {
      stepId: stepIdAt(value, path),
      field: field === '' ? null : field,
    });
  });
}

function stepIdAt(value: unknown, [part, index]: readonly string[]): string | null {
  if (part !== 'steps' || index === undefined) return null;
  const { steps } = value as { steps?: unknown };
  const step: unknown = Array.isArray(steps) ? steps[Number(index)] : undefined;
  const id: unknown = typeof step === 'object' && step !== null ? Reflect.get(step, 'id') : null;
  return typeof id === 'string' ? id : null;
}
