import type { Variable } from '#server/engine/edit/variables-at.ts';
import type { LiquidOutput } from './liquid-outputs.ts';

export interface VariableFault {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/**
 * What is wrong with one value of a text, for the mark below it. Fields of contacts and payloads are
 * for the author to know; what steps put out is known here. `local` are names that the text itself
 * makes.
 */
export function variableFault(
  { path, filters }: LiquidOutput,
  variables: readonly Variable[],
  local: ReadonlySet<string> = new Set(),
): VariableFault | null {
  if (path === null) return null;
  const root = /^[^.[]+/.exec(path)?.[0] ?? '';
  if (root === 'contact' || root === 'trigger' || local.has(root)) return null;
  const known = variables.find(
    (variable) => path === variable.path || path.startsWith(`${variable.path}.`),
  );
  if (known === undefined) return { severity: 'error', message: unknown(path, root) };
  if (known.certain || /^\|\s*default\b/.test(filters)) return null;
  return {
    severity: 'warning',
    message: 'It may be missing: not every path to this step comes by it. Add a default.',
  };
}

function unknown(path: string, root: string): string {
  return root === 'steps' || root === 'run'
    ? `“${path}” is not there when this step begins.`
    : `“${path}” is not known: use trigger, contact, steps or run.`;
}

const MAKES = /\{%-?\s*(?:for|tablerow|assign|capture)\s+([A-Za-z_][\w-]*)/g;

/** Names that a text makes by `for`, `assign` and `capture`. */
export function namesMadeIn(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(MAKES)].map(([, name = '']) => name);
  return new Set(names.length === 0 ? names : [...names, 'forloop', 'tablerowloop']);
}
