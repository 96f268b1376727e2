import type { AutomationDocument, DocumentStep } from '#server/engine/document.ts';

const STEP_PATH = /\bsteps(?:\.|\[\\?["'])([A-Za-z0-9_-]+)/g;

/**
 * The steps before this one that its settings name, those that their settings name, and so on: each
 * after those that it reads. Takes time in proportion to the draft, not to its square.
 */
export function stepsToPlay(document: AutomationDocument, stepId: string): DocumentStep[] {
  const byId = new Map(document.steps.map((step) => [step.id, step]));
  const before = idsBefore(document, stepId);
  const seen = new Set<string>();
  const played: DocumentStep[] = [];
  const play = (step: DocumentStep): void => {
    for (const [, id = ''] of JSON.stringify(step.config).matchAll(STEP_PATH)) {
      const read = byId.get(id);
      if (read === undefined || seen.has(id) || !before.has(id)) continue;
      seen.add(id);
      play(read);
      played.push(read);
    }
  };
  const step = byId.get(stepId);
  if (step !== undefined) play(step);
  return played;
}

/** Every step that some path leads through before this one; what undoes a step comes after it. */
function idsBefore({ steps, edges }: AutomationDocument, stepId: string): ReadonlySet<string> {
  const back = Map.groupBy(
    [
      ...edges,
      ...steps.flatMap(({ id, compensateWith }) =>
        compensateWith === undefined ? [] : [{ from: id, to: compensateWith }],
      ),
    ],
    ({ to }) => to,
  );
  const before = new Set<string>();
  const open = [stepId];
  while (open.length > 0) {
    for (const { from } of back.get(open.pop() ?? '') ?? []) {
      if (before.has(from)) continue;
      before.add(from);
      open.push(from);
    }
  }
  // In a loop a step comes before itself, but its own output is not there the first time.
  before.delete(stepId);
  return before;
}
