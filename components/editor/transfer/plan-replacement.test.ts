import { expect, test } from 'vitest';
import { createEditorStore } from '#components/editor/editor-store.ts';
import { exportDocument } from '#server/engine/edit/export-document.ts';
import { gallery } from '#server/gallery/gallery.ts';
import { planReplacement } from './plan-replacement.ts';

const documentOf = (nr: number) => {
  const entry = gallery[nr];
  if (entry === undefined) throw new Error(`The gallery has no ${nr}.`);
  return entry.document('a@example.com');
};

test('importing into an open draft is one edit, which undo takes back whole', () => {
  const [before, file] = [documentOf(0), documentOf(1)];
  const store = createEditorStore(before, []);
  const plan = planReplacement(file, store.getState().history);
  expect(plan.count).toBeGreaterThan(1);
  expect(store.getState().change(plan.change)).toBe(true);
  expect(store.getState().history.document.name).toBe(file.name);
  store.getState().undo();
  expect(exportDocument(store.getState().history.document)).toBe(exportDocument(before));
  store.getState().redo();
  expect(store.getState().history.document.steps).toHaveLength(file.steps.length);
});

test('the draft’s own export changes nothing, and is not offered as a change', () => {
  const draft = documentOf(0);
  const plan = planReplacement(draft, createEditorStore(draft, []).getState().history);
  expect(plan).toMatchObject({ count: 0, onlyPlaces: false });
});

test('settings in another order are no change beside one that is', () => {
  const draft = documentOf(2);
  const backwards = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? Array.isArray(value)
        ? value.map(backwards)
        : value
      : Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, backwards(inner)])
            .toReversed(),
        );
  const steps = draft.steps.map((step) => ({
    ...step,
    config: backwards(step.config) as Record<string, unknown>,
  }));
  const file = { ...draft, name: 'Another name', steps };
  const plan = planReplacement(file, createEditorStore(draft, []).getState().history);
  expect(plan.changes.steps).toEqual([]);
  expect(plan.count).toBe(1);
});

test('cards that only stand elsewhere count as a change, for they are one to whoever moved them', () => {
  const draft = documentOf(0);
  const moved = { ...draft, layout: { trigger: { x: 500, y: 5 } } };
  const plan = planReplacement(moved, createEditorStore(draft, []).getState().history);
  expect(plan).toMatchObject({ count: 1, onlyPlaces: true });
});

test('a step whose id stands for another kind of step here gets another, and that is said', () => {
  const draft = documentOf(0);
  const [first, ...rest] = draft.steps;
  if (first === undefined) throw new Error('The demo has steps.');
  const file = { ...draft, steps: [{ ...first, kind: 'end', config: {} }, ...rest] };
  const { renamed, change } = planReplacement(
    file,
    createEditorStore(draft, []).getState().history,
  );
  expect([...renamed.keys()]).toEqual([first.id]);
  expect(change.document.steps[0]?.id).toBe(renamed.get(first.id));
});
