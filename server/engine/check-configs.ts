import { configProblems, type ConfigProblem } from './config-problems.ts';
import type { Problem } from './definition.ts';
import type { DocumentGraph } from './document-graph.ts';
import { error } from './problem.ts';

/** Each step's kind is known, its settings fit the kind, and the kind itself has no objection. */
export function checkConfigs({ document, steps }: DocumentGraph): Problem[] {
  return [...steps.values()].flatMap(({ step, definition, config }) => {
    if (definition === null) {
      const message = `Replace this step: there is no kind of step called "${step.kind}".`;
      return [error('unknown_kind', message, { stepId: step.id })];
    }
    if (config !== undefined) return [...(definition.check?.(config, step, document) ?? [])];
    return configProblems(definition.config, step.config).map((problem) => {
      const field = problem.path.length === 0 ? null : problem.path.join('.');
      return error(problem.code, inList(problem, field), { stepId: step.id, field });
    });
  });
}

/** A list of problems does not stand beside the field, so a general sentence names it. */
function inList({ message, speaksForItself }: ConfigProblem, field: string | null): string {
  if (speaksForItself || field === null) return message;
  return `In "${field}": ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}
