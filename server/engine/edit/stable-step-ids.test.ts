import { expect, it } from 'vitest';
import { testingCatalogue } from '../testing-catalogue.ts';
import { testDocument } from '../testing-run.ts';
import type { Change } from './change.ts';
import { createHistory, recordChange, redo, undo, type History } from './history.ts';

const line = testDocument(
  [
    ['a', 'work'],
    ['b', 'work'],
    ['c', 'work'],
  ],
  [
    ['a', 'b'],
    ['b', 'c'],
  ],
);

const record = (history: History, change: Change): History => {
  const recorded = recordChange(history, change, testingCatalogue, null);
  if (!recorded.ok) throw new Error(recorded.message);
  return recorded.history;
};

const idsOf = ({ document }: History): readonly string[] =>
  document.steps.map(({ id }) => id).toSorted();

const step = { id: 'new', kind: 'work', name: 'New', config: {} };

/** Everything that a person does to a step that is there, and to what stands around it. */
const EDITS: readonly Change[] = [
  { kind: 'rename_step', stepId: 'b', name: 'Another name' },
  { kind: 'move_steps', moves: [{ id: 'b', x: 400, y: 300 }] },
  { kind: 'set_disabled', ids: ['b'], disabled: true },
  { kind: 'disconnect', from: 'a', port: 'next', to: 'b' },
  { kind: 'connect', from: 'a', port: 'next', to: 'b' },
  { kind: 'add_step', step, at: { kind: 'edge', from: 'a', port: 'next', to: 'b' } },
  { kind: 'rename_automation', name: 'Another' },
  { kind: 'tidy_up' },
];

it('S7.3 a step keeps its id through renaming, moving, connecting, undo and redo', () => {
  let history = createHistory(line, []);
  for (const change of EDITS) {
    history = record(history, change);
    expect(idsOf(history)).toEqual(expect.arrayContaining(['a', 'b', 'c']));
  }
  expect(idsOf(history)).toEqual(['a', 'b', 'c', 'new']);
  const edited = history.document;
  for (const _ of EDITS) history = undo(history);
  expect(history.document).toEqual(line);
  for (const _ of EDITS) history = redo(history);
  expect(history.document).toEqual(edited);
});

it('S7.3 a step that comes back by undo is the step that it was', () => {
  const deleted = record(createHistory(line, []), { kind: 'delete_steps', ids: ['b'] });
  expect(idsOf(deleted)).toEqual(['a', 'c']);
  expect(undo(deleted).document).toEqual(line);
});
