import type { AutomationDocument } from '../../document.ts';
import type { RenameStep } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';
import { findStep, GONE, withStep } from '../find-step.ts';
import { readName } from './read-name.ts';

export function renameStep(document: AutomationDocument, { stepId, name }: RenameStep): Edited {
  const step = findStep(document, stepId);
  if (step === undefined) return refused(GONE);
  const read = readName(name);
  if (!read.ok) return refused(read.message);
  if (read.name === step.name) return applied(document);
  return applied(withStep(document, { ...step, name: read.name }));
}
