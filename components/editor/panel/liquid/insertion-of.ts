import type { Variable } from '#server/engine/edit/variables-at.ts';

export interface Insertion {
  readonly text: string;
  /** Where the caret belongs afterwards, from the beginning of the text. */
  readonly caret: number;
}

/**
 * What stands between the braces for a value. One that may be missing brings an empty default, with
 * the caret in it: without one, the step would fail where the value is missing.
 */
export function insideOf({ path, certain }: Variable): Insertion {
  if (certain) return { text: path, caret: path.length };
  const text = `${path} | default: ""`;
  return { text, caret: text.length - 1 };
}

/** The same with its braces; the caret comes after them where nothing is left to write. */
export function outputOf(variable: Variable): Insertion {
  const inside = insideOf(variable);
  const text = `{{ ${inside.text} }}`;
  return { text, caret: variable.certain ? text.length : inside.caret + 3 };
}
