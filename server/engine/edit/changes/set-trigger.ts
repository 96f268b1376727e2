import type { AutomationDocument } from '../../document.ts';
import { triggerSchema } from '../../document.ts';
import type { SetTrigger } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';
import { isSameJson } from '../same-json.ts';
import { sayIssue } from '../say-issue.ts';

export function setTrigger(document: AutomationDocument, change: SetTrigger): Edited {
  const parsed = triggerSchema.safeParse(change.trigger);
  if (!parsed.success) return refused(sayIssue(parsed.error));
  const isSame = isSameJson(parsed.data, document.trigger);
  return applied(isSame ? document : { ...document, trigger: parsed.data });
}
