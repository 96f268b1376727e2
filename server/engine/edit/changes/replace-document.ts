import type { AutomationDocument } from '../../document.ts';
import { documentSchema } from '../../document.ts';
import type { ReplaceDocument } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';
import { TRIGGER } from '../edges.ts';
import { isSameJson } from '../same-json.ts';
import { sayIssue } from '../say-issue.ts';

export function replaceDocument(document: AutomationDocument, change: ReplaceDocument): Edited {
  const parsed = documentSchema.safeParse(change.document);
  if (!parsed.success) return refused(sayIssue(parsed.error));
  const { steps, edges } = parsed.data;
  const ids = new Set(steps.map(({ id }) => id));
  if (ids.size < steps.length) return refused('Two of its steps have the same id.');
  if (edges.some(({ from, to }) => (from !== TRIGGER && !ids.has(from)) || !ids.has(to))) {
    return refused('One of its connections leads nowhere.');
  }
  return applied(isSameJson(parsed.data, document) ? document : parsed.data);
}
