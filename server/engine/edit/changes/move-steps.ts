import type { AutomationDocument } from '../../document.ts';
import type { MoveSteps } from '../change.ts';
import { TRIGGER } from '../edges.ts';
import { applied, refused, type Edited } from '../edited.ts';
import { findStep, GONE } from '../find-step.ts';
import { withPlaces } from '../places.ts';

export function moveSteps(document: AutomationDocument, { moves }: MoveSteps): Edited {
  const here = moves.filter(({ id }) => id === TRIGGER || findStep(document, id) !== undefined);
  if (here.length === 0) return refused(GONE);
  const present = new Map(Object.entries(document.layout ?? {}));
  const moved = here.filter(({ id, x, y }) => {
    const place = present.get(id);
    return place?.x !== Math.round(x) || place.y !== Math.round(y);
  });
  return applied(withPlaces(document, moved));
}
