import { configProblems } from '#server/engine/config-problems.ts';
import { stepCatalogue } from './catalogue.ts';

export interface FieldProblem {
  /** Dotted: `cases.0.name`; empty for the settings as a whole. Its first part names the field. */
  readonly path: string;
  /** What to do, to be shown at the field. */
  readonly message: string;
}

/** What is wrong with a step's settings by themselves, for its form. None for an unknown kind. */
export function fieldProblems(kind: string, config: unknown): FieldProblem[] {
  const definition = stepCatalogue.get(kind);
  if (definition === undefined) return [];
  return configProblems(definition.config, config).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
}
