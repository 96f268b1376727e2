import type { Variable } from '#server/engine/edit/variables-at.ts';
import type { LiquidOutput } from './liquid-outputs.ts';

const DEFAULT = /^\|\s*default:\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z_][\w.-]*))\s*$/;
const ROOTS: Readonly<Record<string, string>> = {
  contact: 'Contact',
  trigger: 'Trigger',
  run: 'Run',
};

/** What a value is called where its author reads it: "Contact: name". The path itself, where nobody knows. */
export function wordsOfPath(path: string, variables: readonly Variable[]): string {
  const known = variables.find((variable) => variable.path === path);
  if (known !== undefined) return known.label;
  const [, root = '', rest = ''] = /^(contact|trigger|run)\.(.+)$/.exec(path) ?? [];
  if (Object.hasOwn(ROOTS, root)) return `${ROOTS[root] ?? root}: ${rest.replaceAll('_', ' ')}`;
  return wordsInsideOf(path, variables) ?? path;
}

/** "Wait for a reply: text" where only the whole output is offered, as what came in is not known. */
function wordsInsideOf(path: string, variables: readonly Variable[]): string | null {
  const whole = variables.find((variable) => path.startsWith(`${variable.path}.`));
  return whole === undefined ? null : `${whole.label}: ${path.slice(whole.path.length + 1)}`;
}

/** What a chip says: "Contact: name, else “there”"; null for an output that is no plain value. */
export function chipWords(
  { path, filters }: LiquidOutput,
  variables: readonly Variable[],
): string | null {
  if (path === null) return null;
  const words = wordsOfPath(path, variables);
  if (filters === '') return words;
  const fallback = DEFAULT.exec(filters);
  if (fallback === null) return `${words} ${filters}`;
  if (fallback[3] !== undefined) return `${words}, else ${wordsOfPath(fallback[3], variables)}`;
  const text = fallback[1] ?? fallback[2] ?? '';
  return `${words}, else ${text === '' ? 'nothing' : `“${text}”`}`;
}
