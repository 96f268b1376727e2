import type { AutomationDocument, DocumentEdge, DocumentStep } from '../../document.ts';
import type { DeleteSteps } from '../change.ts';
import { TRIGGER } from '../edges.ts';
import { applied, refused, type EditEnv, type Edited, type EditNotice } from '../edited.ts';
import { findStep, quoteName } from '../find-step.ts';
import { bridge } from '../heal-delete.ts';
import { withoutPlaces } from '../places.ts';

export function deleteSteps(
  document: AutomationDocument,
  { ids }: DeleteSteps,
  env: EditEnv,
): Edited {
  const gone = new Set(ids.filter((id) => findStep(document, id) !== undefined));
  if (gone.size === 0) return refused('These steps are gone already.');
  const { kept, opened } = bridge(document, gone, env.catalogue);
  const steps = document.steps
    .filter(({ id }) => !gone.has(id))
    .map((step) => withoutCompensation(step, gone));
  const left = withoutPlaces({ ...document, steps, edges: [...kept] }, gone);
  return applied(
    left,
    opened.map((edge) => unhealed(document, edge)),
  );
}

function withoutCompensation(step: DocumentStep, gone: ReadonlySet<string>): DocumentStep {
  const { compensateWith, ...rest } = step;
  return compensateWith !== undefined && gone.has(compensateWith) ? rest : step;
}

function unhealed(document: AutomationDocument, { from }: DocumentEdge): EditNotice {
  const before = findStep(document, from);
  const name = from === TRIGGER || before === undefined ? 'The start' : quoteName(before);
  const message = `${name} leads nowhere now: what was deleted led to several places.`;
  return { code: 'unhealed', stepId: before === undefined ? null : from, message };
}
