import type { Catalogue } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import { JOIN_KIND } from '../scope-stacks.ts';
import { findStep } from './find-step.ts';
import { stepsUpstreamOf } from './steps-upstream-of.ts';

/** A value that a text or a condition may use. */
export interface Variable {
  /** As templates and conditions write it: `steps.draft.output.text`. */
  readonly path: string;
  /** In words: "Draft the email: text". */
  readonly label: string;
  /** `contact`, `trigger`, `run`, or the id of the step that puts it out. */
  readonly from: string;
  /** Whether it has a value whichever way the run came; else it needs a default. */
  readonly certain: boolean;
}

export interface VariablesAt {
  readonly document: AutomationDocument;
  readonly stepId: string;
  readonly catalogue: Catalogue;
  /** Names of fields: `email`, `company`. */
  readonly contactFields: readonly string[];
  /** What the trigger's payload looks like; null where nobody knows. */
  readonly samplePayload: unknown;
}

const RUN: readonly Variable[] = [
  { path: 'run.id', label: 'Run: id', from: 'run', certain: true },
  { path: 'run.startedAt', label: 'Run: started at', from: 'run', certain: true },
  { path: 'run.isTest', label: 'Run: is a test', from: 'run', certain: true },
];

/** What a field of this step may refer to: the contact, the trigger, steps before it, the run. */
export function variablesAt(asked: VariablesAt): Variable[] {
  return [
    ...asked.contactFields.map((field) => ({
      path: `contact${toSegment(field)}`,
      label: `Contact: ${field}`,
      from: 'contact',
      certain: CERTAIN_FIELDS.has(field),
    })),
    ...payloadVariables(asked.samplePayload),
    ...stepVariables(asked),
    ...RUN,
  ];
}

/**
 * Equal for two documents that offer the same variables everywhere: what is worked out once need
 * not be worked out again at every key that is typed into a text.
 */
export function variablesKey({ steps, edges }: AutomationDocument): string {
  const facts = steps.map(({ id, kind, name, disabled, compensateWith, config }) => [
    id,
    kind,
    name,
    disabled,
    compensateWith,
    // Whether a join waits for all its arms decides what is certain after it.
    kind === JOIN_KIND ? config : null,
  ]);
  return JSON.stringify([facts, edges]);
}

/** Every contact has these; the others may be empty. */
const CERTAIN_FIELDS: ReadonlySet<string> = new Set(['id']);

function stepVariables({ document, stepId, catalogue }: VariablesAt): Variable[] {
  return stepsUpstreamOf(document, stepId, catalogue).flatMap(({ stepId: from, certain }) => {
    const step = findStep(document, from);
    const fields = catalogue.get(step?.kind ?? '')?.outputFields;
    if (step === undefined || fields === undefined) return [];
    const output = `steps.${from}.output`;
    // Null: whatever its sender put into it. Its fields are for the author to name.
    if (fields === null) return [{ path: output, label: step.name, from, certain }];
    return fields.map((field) => ({
      path: `${output}${toSegment(field)}`,
      label: `${step.name}: ${field}`,
      from,
      certain,
    }));
  });
}

/** How deep a sample is looked into, and how many of its fields are offered at most. */
const MOST_LEVELS = 4;
const MOST_FIELDS = 200;

function payloadVariables(sample: unknown): Variable[] {
  return leavesOf(sample, 'trigger', MOST_LEVELS)
    .slice(0, MOST_FIELDS)
    .map((path) => ({
      path,
      label: `Trigger: ${path.slice('trigger.'.length)}`,
      from: 'trigger',
      certain: true,
    }));
}

function leavesOf(value: unknown, path: string, levels: number): string[] {
  if (typeof value !== 'object' || value === null) return path === 'trigger' ? [] : [path];
  if (levels === 0) return [path];
  if (Array.isArray(value)) {
    return value.length === 0 ? [path] : leavesOf(value[0], `${path}[0]`, levels - 1);
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, `${path}${toSegment(name)}`, levels - 1),
  );
}

/** `.name`, or in brackets where the name is no plain word. */
function toSegment(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
