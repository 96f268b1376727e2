import type { AutomationDocument } from './document.ts';
import type { StepMatch } from './migration-order.ts';

/** Which steps go on as which, where nobody says otherwise: the same id, of the same kind. */
export function proposeMapping(from: AutomationDocument, to: AutomationDocument): StepMatch[] {
  const kinds = new Map(to.steps.map((step) => [step.id, step.kind]));
  return from.steps
    .filter((step) => kinds.get(step.id) === step.kind)
    .map((step) => ({ from: step.id, to: step.id }));
}
