import type { z } from 'zod';

/** The first thing that a schema minds, as a sentence with the place in front. */
export function sayIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'This cannot be kept.';
  const place = issue.path.map(String).join('.');
  const text = /[.!?]$/.test(issue.message) ? issue.message : `${issue.message}.`;
  return place === '' ? text : `${place}: ${text}`;
}
