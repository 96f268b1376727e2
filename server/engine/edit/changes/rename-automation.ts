import type { AutomationDocument } from '../../document.ts';
import type { RenameAutomation } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';
import { readName } from './read-name.ts';

export function renameAutomation(document: AutomationDocument, { name }: RenameAutomation): Edited {
  const read = readName(name);
  if (!read.ok) return refused(read.message);
  return applied(read.name === document.name ? document : { ...document, name: read.name });
}
