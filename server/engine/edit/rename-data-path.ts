import { parseDataPath } from '../data-path.ts';

/** `steps.id…` or `steps["id"]…`, with all that a path may begin with. */
const STEP_PATH =
  /^(\s*(?:\$\.?)?(?:steps|\["steps"\]|\['steps'\]))(?:\.([^\s.[\]"'$]+)|\[(["'])([^"'\\]+)\3\])/;

/**
 * A data path such as `steps.score.output.value` under the step's new id, and the id that it named.
 * Other paths, and what is no path, come back as they are.
 */
export function renameDataPath(
  path: string,
  renamed: ReadonlyMap<string, string>,
): { readonly path: string; readonly reference: string | null } {
  const [whole, before, dotted, quote = '', bracketed] = STEP_PATH.exec(path) ?? [];
  const id = dotted ?? bracketed;
  if (whole === undefined || id === undefined || parseDataPath(path) === null) {
    return { path, reference: null };
  }
  const to = renamed.get(id) ?? id;
  const segment = dotted === undefined ? `[${quote}${to}${quote}]` : `.${to}`;
  return { path: `${before}${segment}${path.slice(whole.length)}`, reference: id };
}
