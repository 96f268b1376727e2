import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

export interface FlatIssue {
  /** Field names joined by dots; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** What lacks or is wrong on the outside tells which of several shapes was meant. */
const outer = (issues: readonly Issue[]): number =>
  issues.filter((issue) => issue.path.length <= 1).length;

/**
 * A schema's complaints, field by field. Where one of several shapes would do, "invalid input"
 * helps nobody: then it is what keeps the value from the shape that it comes nearest to.
 */
export function flattenIssues(
  issues: readonly Issue[],
  at: readonly PropertyKey[] = [],
): FlatIssue[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    const shapes: readonly (readonly Issue[])[] =
      issue.code === 'invalid_union' ? issue.errors : [];
    const [nearest] = shapes.toSorted((a, b) => outer(a) - outer(b) || a.length - b.length);
    return nearest === undefined
      ? [{ path: path.map(String).join('.'), message: issue.message }]
      : flattenIssues(nearest, path);
  });
}
