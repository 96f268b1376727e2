import type { AutomationDocument, DocumentStep } from '../../document.ts';
import type { SetDisabled } from '../change.ts';
import { applied, refused, type Edited } from '../edited.ts';
import { findStep, GONE } from '../find-step.ts';

export function setDisabled(document: AutomationDocument, { ids, disabled }: SetDisabled): Edited {
  const here = new Set(ids.filter((id) => findStep(document, id) !== undefined));
  if (here.size === 0) return refused(GONE);
  const differs = (step: DocumentStep): boolean =>
    here.has(step.id) && (step.disabled === true) !== disabled;
  if (!document.steps.some(differs)) return applied(document);
  const steps = document.steps.map((step) => (differs(step) ? switched(step, disabled) : step));
  return applied({ ...document, steps });
}

function switched({ disabled: _before, ...step }: DocumentStep, disabled: boolean): DocumentStep {
  return disabled ? { ...step, disabled } : step;
}
