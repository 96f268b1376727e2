import type { Variable } from '#server/engine/edit/variables-at.ts';
import { insideOf } from './insertion-of.ts';
import { LIQUID_FILTERS } from './liquid-filters.ts';

export interface LiquidOption {
  /** In words. */
  readonly label: string;
  /** As it is written, or what it does. */
  readonly detail: string;
  readonly text: string;
  /** Where the caret belongs in `text`. */
  readonly caret: number;
  /** A value that may be missing when the step begins. */
  readonly mayBeMissing: boolean;
}

export interface LiquidCompletion {
  /** What the chosen text replaces: from here to the caret. */
  readonly from: number;
  readonly options: readonly LiquidOption[];
}

/** What can stand at the caret inside of `{{ … }}`; null outside of one. */
export function completeLiquid(
  text: string,
  caret: number,
  variables: readonly Variable[],
): LiquidCompletion | null {
  const opened = text.lastIndexOf('{{', caret - 1);
  if (opened < 0 || opened + 2 > caret) return null;
  const inside = text.slice(opened + 2, caret);
  if (inside.includes('}}') || isQuoted(inside)) return null;
  const bar = inside.lastIndexOf('|');
  const typed = inside.slice(bar + 1).replace(/^-?\s*/, '');
  const from = caret - typed.length;
  if (bar >= 0) return { from, options: filtersFor(typed) };
  return /\s$/.test(typed) ? null : { from, options: variablesFor(typed, variables) };
}

/** What was typed, in the path or in its words: "nam" finds "Contact: name". */
function variablesFor(typed: string, variables: readonly Variable[]): LiquidOption[] {
  return searchVariables(typed, variables).map((variable) => ({
    label: variable.label,
    detail: variable.path,
    mayBeMissing: !variable.certain,
    ...insideOf(variable),
  }));
}

/** The variables that hold every word of a search, those that begin with it first. */
export function searchVariables(typed: string, variables: readonly Variable[]): Variable[] {
  const wanted = typed.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const starts = ({ path }: Variable): number => (path.toLowerCase().startsWith(wanted) ? 0 : 1);
  return variables
    .filter(({ path, label }) => {
      const known = `${path} ${label}`.toLowerCase();
      return words.every((word) => known.includes(word));
    })
    .toSorted((a, b) => starts(a) - starts(b));
}

function filtersFor(typed: string): LiquidOption[] {
  return LIQUID_FILTERS.filter(({ name }) => name.startsWith(typed.trim())).map(
    ({ name, text, does }) => {
      const quote = text.indexOf('""');
      const caret = quote < 0 ? text.length : quote + 1;
      return { label: name, detail: does, text, caret, mayBeMissing: false };
    },
  );
}

function isQuoted(inside: string): boolean {
  return (inside.match(/"/g) ?? []).length % 2 === 1;
}
