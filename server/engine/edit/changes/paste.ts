import { z } from 'zod';
import type { AutomationDocument, DocumentStep } from '../../document.ts';
import { stepSchema } from '../../document.ts';
import type { DocumentNote, Paste } from '../change.ts';
import { applied, refused, type EditEnv, type Edited } from '../edited.ts';
import { withPlaces } from '../places.ts';
import { sayIssue } from '../say-issue.ts';

export function paste(document: AutomationDocument, change: Paste, env: EditEnv): Edited {
  const parsed = z.array(stepSchema).safeParse(change.steps);
  if (!parsed.success) return refused(sayIssue(parsed.error));
  const steps = parsed.data;
  const misfit = findMisfit(document, { ...change, steps }, env);
  if (misfit !== null) return refused(`${misfit}: copy and paste again.`);
  const notes: readonly DocumentNote[] = [...(document.notes ?? []), ...change.notes];
  if (steps.length + change.notes.length === 0) return applied(document);
  const grown = {
    ...document,
    steps: [...document.steps, ...steps],
    edges: [...document.edges, ...change.edges],
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
  const places = change.places.filter(({ id }) => steps.some((step) => step.id === id));
  return applied(withPlaces(grown, places));
}

function findMisfit(
  document: AutomationDocument,
  { steps, edges, notes }: Paste & { steps: readonly DocumentStep[] },
  { usedIds }: EditEnv,
): string | null {
  const added = new Set(steps.map(({ id }) => id));
  const present = new Set(document.steps.map(({ id }) => id));
  const isTaken = (id: string): boolean => usedIds.has(id) || present.has(id);
  if ([...added].some(isTaken) || added.size < steps.length) {
    return 'A pasted step has the id of another one';
  }
  if (edges.some(({ from, to }) => !added.has(from) || !added.has(to))) {
    return 'A pasted connection leads out of what was pasted';
  }
  const undoers = steps.flatMap(({ compensateWith }) => compensateWith ?? []);
  if (undoers.some((id) => !added.has(id) && !present.has(id))) {
    return 'A pasted step is undone by one that is not here';
  }
  const noteIds = [...(document.notes ?? []), ...notes].map(({ id }) => id);
  return new Set(noteIds).size < noteIds.length ? 'A pasted note has the id of another one' : null;
}
