import type { AutomationDocument } from '../../document.ts';
import type { SetCompensation } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';
import { findStep, GONE, withStep } from '../find-step.ts';

export function setCompensation(
  document: AutomationDocument,
  { stepId, compensateWith }: SetCompensation,
): Edited {
  const step = findStep(document, stepId);
  if (step === undefined) return refused(GONE);
  if (compensateWith === stepId) return refused('A step cannot undo itself: choose another one.');
  if (compensateWith !== null && findStep(document, compensateWith) === undefined) {
    return refused('The step that was to undo this one is gone.');
  }
  const { compensateWith: before = null, ...rest } = step;
  if (before === compensateWith) return applied(document);
  return applied(withStep(document, compensateWith === null ? rest : { ...rest, compensateWith }));
}
