import type { z } from 'zod';
import type { Problem } from './definition.ts';
import { readSegments } from './data-path.ts';
import type { DocumentGraph, StepFacts } from './document-graph.ts';
import { error } from './problem.ts';

/** Each step's kind is known, its settings fit the kind, and the kind itself has no objection. */
export function checkConfigs({ document, steps }: DocumentGraph): Problem[] {
  return [...steps.values()].flatMap((facts) => {
    const { step, definition, config } = facts;
    if (definition === null) {
      const message = `Replace this step: there is no kind of step called "${step.kind}".`;
      return [error('unknown_kind', message, { stepId: step.id })];
    }
    if (config === undefined) return settingProblems(facts, definition.config);
    return [...(definition.check?.(config, step, document) ?? [])];
  });
}

function settingProblems({ step }: StepFacts, schema: z.ZodType): Problem[] {
  const { error: failure } = schema.safeParse(step.config);
  return (failure?.issues ?? [])
    .flatMap((issue) => leaves(issue, []))
    .map(({ path, issue }) => {
      const field = path.map(String).join('.');
      const missing =
        issue.code !== 'unrecognized_keys' &&
        readSegments(step.config, path.map(String)) === undefined;
      const place = { stepId: step.id, field: field === '' ? null : field };
      return missing && field !== ''
        ? error('missing_setting', missingText(issue, field), place)
        : error('invalid_setting', settingText(issue, field), place);
    });
}

interface Leaf {
  readonly path: readonly PropertyKey[];
  readonly issue: z.core.$ZodIssue;
}

/** A union's issue says nothing by itself: the alternative that came closest does. */
function leaves(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): Leaf[] {
  const at = [...path, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ path: at, issue }];
  const closest = issue.errors
    .map((issues) => issues.flatMap((inner) => leaves(inner, at)))
    .filter((found) => found.length > 0)
    .sort((a, b) => depth(b) - depth(a))[0];
  return closest ?? [{ path: at, issue }];
}

function depth(found: readonly Leaf[]): number {
  return Math.max(...found.map(({ path }) => path.length));
}

/** zod's own words begin like these; a schema's author writes sentences instead. */
const OWN_WORDS = /^(Invalid|Too (small|big)|Unrecognized|Missing)/;

function missingText(issue: z.core.$ZodIssue, field: string): string {
  return OWN_WORDS.test(issue.message) ? `Fill in "${field}".` : sentence(issue.message);
}

function settingText(issue: z.core.$ZodIssue, field: string): string {
  if (!OWN_WORDS.test(issue.message)) return sentence(issue.message);
  const name = field === '' ? 'The settings' : `"${field}"`;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `Remove the unknown setting "${issue.keys.join('", "')}".`;
    case 'invalid_value':
      return `Choose one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')} for ${name}.`;
    case 'invalid_type':
      return `${name} must be ${nameOfType(issue.expected)}.`;
    case 'too_small':
      return `${name} must be at least ${issue.minimum}${unitOf(issue.origin)}.`;
    case 'too_big':
      return `${name} must be at most ${issue.maximum}${unitOf(issue.origin)}.`;
    default:
      return `${name} cannot be read: check how it is written.`;
  }
}

function nameOfType(expected: string): string {
  const names = new Map([
    ['string', 'text'],
    ['number', 'a number'],
    ['int', 'a whole number'],
    ['boolean', 'yes or no'],
    ['array', 'a list'],
    ['object', 'a group of settings'],
    ['record', 'a group of settings'],
  ]);
  return names.get(expected) ?? `a ${expected}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
