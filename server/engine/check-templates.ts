import { certainSteps } from './certain-steps.ts';
import type { Problem, TemplateField } from './definition.ts';
import type { DocumentGraph, StepFacts } from './document-graph.ts';
import { reachFrom } from './document-graph.ts';
import { error, warning } from './problem.ts';

/**
 * Parses a Liquid template and lists the paths of the variables that it needs, such as
 * `['steps', 'draft', 'output', 'text']`; loop variables and assignments are not among them.
 */
export type TemplateAnalyser = (
  template: string,
) => { ok: true; variables: readonly (readonly string[])[] } | { ok: false; message: string };

const RUN_FIELDS: readonly string[] = ['id', 'startedAt', 'isTest'];

/** Each template parses, and what it refers to exists by the time that its step begins. */
export function checkTemplates(graph: DocumentGraph, analyse: TemplateAnalyser): Problem[] {
  const upstream = upstreamOf(graph);
  // Dear in long automations, and needed only where a template looks at another step.
  const certain = once(() => certainSteps(graph));
  return [...graph.steps.values()].flatMap((facts) => {
    const { step, definition, config } = facts;
    if (definition === null || config === undefined) return [];
    const seen = once(() => ({
      before: upstream(step.id),
      certain: certain().get(step.id) ?? null,
    }));
    return definition
      .templates(config)
      .flatMap((field) => fieldProblems(graph, facts, field, seen, analyse));
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

interface Seen {
  /** Steps that some path leads through before this one; null where nothing leads here. */
  readonly before: ReadonlySet<string> | null;
  readonly certain: ReadonlySet<string> | null;
}

function fieldProblems(
  graph: DocumentGraph,
  { step }: StepFacts,
  { field, template }: TemplateField,
  seen: () => Seen,
  analyse: TemplateAnalyser,
): Problem[] {
  const place = { stepId: step.id, field };
  const analysis = analyse(template);
  if (!analysis.ok) return [error('invalid_template', analysis.message, place)];
  return analysis.variables.flatMap((path) => {
    const [root = '', name] = path;
    const text = path.join('.');
    if (root === 'steps') return stepProblem(graph, path, seen(), place) ?? [];
    const known = root === 'trigger' || root === 'contact' || root === 'run';
    const knownField = root !== 'run' || name === undefined || RUN_FIELDS.includes(name);
    return known && knownField
      ? []
      : [
          error(
            'unknown_variable',
            `Replace "${text}": use trigger, contact, steps or run (${RUN_FIELDS.join(', ')}).`,
            place,
          ),
        ];
  });
}

function stepProblem(
  graph: DocumentGraph,
  [, id = '', part, name]: readonly string[],
  { before, certain }: Seen,
  place: { stepId: string; field: string },
): Problem | null {
  const referred = graph.steps.get(id);
  if (referred === undefined) {
    const message = `Replace "steps.${id}": this automation has no such step.`;
    return error('unknown_step_reference', message, place);
  }
  if (part !== 'output') {
    return error('unknown_variable', `Write "steps.${id}.output" and then the field.`, place);
  }
  const fields = referred.definition?.outputFields ?? null;
  if (fields !== null && name !== undefined && !fields.includes(name)) {
    const known = fields.length === 0 ? 'it puts out nothing' : `use one of ${fields.join(', ')}`;
    const message = `"${id}" puts out no "${name}": ${known}.`;
    return error('unknown_output_field', message, place);
  }
  if (before === null) return null;
  if (!before.has(id)) {
    const message = `Move this step after "${id}", or replace "steps.${id}": it has not run by then.`;
    return error('not_upstream', message, place);
  }
  if (certain === null || certain.has(id)) return null;
  const message = `"${id}" runs on only some of the paths to this step: give a default for its output.`;
  return warning('maybe_missing', message, place);
}

/**
 * The steps before each; a compensating step comes after whatever it undoes. Null where nothing
 * leads to a step.
 */
export function upstreamOf(graph: DocumentGraph): (id: string) => Set<string> | null {
  const back = new Map<string, readonly string[]>(graph.predecessors);
  for (const { id, compensateWith } of graph.document.steps) {
    if (compensateWith === undefined) continue;
    back.set(compensateWith, [...(back.get(compensateWith) ?? []), id]);
  }
  return (id) => {
    const before = back.get(id);
    return before === undefined ? null : reachFrom(back, before);
  };
}
