import type { FieldIssue } from './widget.ts';

/** What is wrong at a path inside of a field (`0.name`) or deeper: errors before warnings. */
export function issueAt(issues: readonly FieldIssue[], path: string): FieldIssue | null {
  const here = issues.filter((issue) => issue.path === path || issue.path.startsWith(`${path}.`));
  return here.find(({ severity }) => severity === 'error') ?? here[0] ?? null;
}
