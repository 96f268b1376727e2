import type { AutomationDocument } from '../../document.ts';
import { applied, type Edited } from '../edited.ts';

export function tidyUp(document: AutomationDocument): Edited {
  const { layout, ...rest } = document;
  return applied(layout === undefined ? document : rest);
}
