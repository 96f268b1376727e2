import { TriangleAlert } from 'lucide-react';
import { issueAt } from './issue-at.ts';
import type { FieldIssue } from './widget.ts';

/** What is wrong with one entry of a list, right below it. */
export function ItemIssue({
  issues,
  path,
  id,
}: {
  issues: readonly FieldIssue[];
  path: string;
  /** For the control that it describes. */
  id?: string;
}) {
  const issue = issueAt(issues, path);
  if (issue === null) return null;
  return (
    <p
      id={id}
      className={`flex items-start gap-1.5 text-caption ${issue.severity === 'error' ? 'text-fail' : 'text-held'}`}
    >
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{issue.message}</span>
    </p>
  );
}
