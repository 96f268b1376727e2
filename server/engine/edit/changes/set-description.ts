import type { AutomationDocument } from '../../document.ts';
import type { SetDescription } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';

const LONGEST = 2000;

export function setDescription(
  document: AutomationDocument,
  { description }: SetDescription,
): Edited {
  if (description.length > LONGEST) {
    return refused(`Use at most ${LONGEST} characters for the description.`);
  }
  const { description: before = '', ...rest } = document;
  if (description === before) return applied(document);
  return applied(description.trim() === '' ? rest : { ...rest, description });
}
