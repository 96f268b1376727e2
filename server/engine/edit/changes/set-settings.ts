import type { AutomationDocument } from '../../document.ts';
import { settingsSchema } from '../../document.ts';
import type { SetSettings } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';
import { isSameJson } from '../same-json.ts';
import { sayIssue } from '../say-issue.ts';

export function setSettings(document: AutomationDocument, change: SetSettings): Edited {
  const parsed = settingsSchema.safeParse({ ...document.settings, ...change.settings });
  if (!parsed.success) return refused(sayIssue(parsed.error));
  const isSame = isSameJson(parsed.data, document.settings);
  return applied(isSame ? document : { ...document, settings: parsed.data });
}
