import type { z } from 'zod';
import { readSegments } from './data-path.ts';
import { plainWords } from './plain-words.ts';

export interface ConfigProblem {
  readonly code: 'missing_setting' | 'invalid_setting';
  /** The field inside the settings; empty for the settings as a whole. */
  readonly path: readonly string[];
  /** One sentence that says what to do, to be read beside the field. */
  readonly message: string;
  /** Whether the sentence names what it is about by itself; one of the general ones does not. */
  readonly speaksForItself: boolean;
}

/** What a kind's schema has against a step's settings, field by field. None: they parse. */
export function configProblems(schema: z.ZodType, config: unknown): ConfigProblem[] {
  const general = new Set<string>();
  const error = (issue: z.core.$ZodRawIssue): string => {
    const words = plainWords(issue);
    general.add(words);
    return words;
  };
  const { error: failure } = schema.safeParse(config, { error });
  return (failure?.issues ?? [])
    .flatMap((issue) => leaves(issue, []))
    .map(({ path: keys, issue }) => {
      const path = keys.map(String);
      const missing =
        path.length > 0 &&
        issue.code !== 'unrecognized_keys' &&
        readSegments(config, path) === undefined;
      const code = missing ? 'missing_setting' : 'invalid_setting';
      const speaksForItself = path.length === 0 || !general.has(issue.message);
      return { code, path, message: sentence(issue.message), speaksForItself };
    });
}

interface Leaf {
  readonly path: readonly PropertyKey[];
  readonly issue: z.core.$ZodIssue;
}

/** A union's issue says nothing by itself: the alternative that came closest does. */
function leaves(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): Leaf[] {
  const at = [...path, ...issue.path];
  // The name itself is refused: its own words say why.
  if (issue.code === 'invalid_key') {
    return issue.issues.map((inner) => ({ path: at, issue: inner }));
  }
  if (issue.code !== 'invalid_union') return [{ path: at, issue }];
  const closest = issue.errors
    .map((issues) => issues.flatMap((inner) => leaves(inner, at)))
    .filter((found) => found.length > 0)
    .sort((a, b) => depth(b) - depth(a))[0];
  return closest ?? [{ path: at, issue }];
}

function depth(found: readonly Leaf[]): number {
  return Math.max(...found.map(({ path }) => path.length));
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
