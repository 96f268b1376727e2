import { conditionSchema, type Condition } from '#server/engine/condition.ts';
import { parseDataPath } from '#server/engine/data-path.ts';
import type { Simulation } from './simulation.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';

/**
 * What later steps expect in a step's output, as a sample: every path below `steps.<id>.output`
 * that a template or condition reads. Where a condition compares it, the value that it asks for.
 */
export function expectedFields(simulation: Simulation, stepId: string): Record<string, unknown> {
  const sample: Record<string, unknown> = {};
  for (const { path, value } of references(simulation)) {
    const [root, id, output, ...rest] = path;
    if (root === 'steps' && id === stepId && output === 'output') put(sample, rest, value);
  }
  return sample;
}

interface Reference {
  readonly path: readonly string[];
  readonly value: unknown;
}

function references({ plan }: Simulation): Reference[] {
  return [...plan.steps.values()].flatMap((step) => {
    if (step.definition === null || step.config === undefined) return [];
    const read = step.definition.templates(step.config).flatMap(({ template }): Reference[] => {
      const analysis = analyseTemplate(template);
      if (!analysis.ok) return [];
      return [...analysis.variables, ...analysis.optional].map((path) => ({ path, value: null }));
    });
    return [...read, ...conditionsIn(step.config).flatMap(comparisons)];
  });
}

/** A branch's cases; other kinds hold no conditions. */
function conditionsIn(config: unknown): Condition[] {
  const cases: unknown =
    typeof config === 'object' && config !== null && 'cases' in config ? config.cases : [];
  return (Array.isArray(cases) ? cases : []).flatMap((one: { when?: unknown }) => {
    const parsed = conditionSchema.safeParse(one.when);
    return parsed.success ? [parsed.data] : [];
  });
}

function comparisons(condition: Condition): Reference[] {
  if ('all' in condition) return condition.all.flatMap(comparisons);
  if ('any' in condition) return condition.any.flatMap(comparisons);
  const { left, operator, right } = condition;
  const path = parseDataPath(left);
  if (path === null || operator === 'is_not_set' || operator === 'not_equals') return [];
  const value = Array.isArray(right) ? right[0] : right;
  return [{ path, value: beyond(operator, value) }];
}

function beyond(operator: string, value: unknown): unknown {
  if (typeof value !== 'number') return value ?? null;
  if (operator === 'greater') return value + 1;
  return operator === 'less' ? value - 1 : value;
}

/** Names such as `__proto__` make no sample; the first value that a condition asks for stays. */
function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined || head === '__proto__') return;
  const known = Object.hasOwn(target, head) ? target[head] : undefined;
  if (rest.length === 0) {
    const isSample = known === undefined || known === sampleText(head);
    if (isSample) target[head] = value ?? sampleText(head);
    return;
  }
  const inner: Record<string, unknown> =
    typeof known === 'object' && known !== null ? { ...known } : {};
  target[head] = inner;
  put(inner, rest, value);
}

const sampleText = (name: string): string => `sample ${name.replaceAll('_', ' ')}`;
