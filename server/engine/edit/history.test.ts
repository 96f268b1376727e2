import { describe, expect, it } from 'vitest';
import { testingCatalogue } from '../testing-catalogue.ts';
import { testDocument } from '../testing-run.ts';
import type { Change } from './change.ts';
import {
  createHistory,
  endGesture,
  type History,
  MOST_UNDOS,
  recordChange,
  redo,
  undo,
} from './history.ts';
import { mintStepId } from './mint-step-id.ts';

const first = testDocument([['a', 'work']], []);
const rename = (name: string): Change => ({ kind: 'rename_step', stepId: 'a', name });

function record(history: History, change: Change, gesture: string | null = null): History {
  const recorded = recordChange(history, change, testingCatalogue, gesture);
  if (!recorded.ok) throw new Error(recorded.message);
  return recorded.history;
}

describe('undo and redo', () => {
  it('give an added step its id back, which nobody else gets meanwhile', () => {
    const id = mintStepId('work', createHistory(first, []).usedIds);
    const step = { id, kind: 'work', name: 'Work', config: {} };
    const added = record(createHistory(first, []), {
      kind: 'add_step',
      step,
      at: { kind: 'free' },
    });
    const undone = undo(added);
    expect(undone.document).toBe(first);
    expect(mintStepId('work', undone.usedIds)).not.toBe(id);
    expect(redo(undone).document.steps.map((other) => other.id)).toEqual(['a', id]);
  });

  it('the id of a step that was deleted, even in a session before, is not given again', () => {
    const history = createHistory(first, ['send_email']);
    expect(mintStepId('send email', history.usedIds)).toBe('send_email_2');
    const deleted = record(history, { kind: 'delete_steps', ids: ['a'] });
    expect(mintStepId('a', deleted.usedIds)).toBe('a_2');
    expect(
      recordChange(
        deleted,
        {
          kind: 'add_step',
          step: { id: 'a', kind: 'work', name: 'A', config: {} },
          at: { kind: 'free' },
        },
        testingCatalogue,
      ),
    ).toMatchObject({ ok: false });
  });

  it('one drag or one stay in a field is one step back', () => {
    let history = createHistory(first, []);
    for (const name of ['H', 'He', 'Hel']) history = record(history, rename(name), 'field 1');
    history = record(endGesture(history), rename('Help'), 'field 1');
    expect(history.past).toHaveLength(2);
    expect(undo(history).document.steps[0]?.name).toBe('Hel');
    expect(undo(undo(history)).document).toBe(first);
  });

  it('what changes nothing is no step back, and does not lose what could be redone', () => {
    const undone = undo(record(createHistory(first, []), rename('B')));
    expect(record(undone, rename('a'))).toBe(undone);
    expect(redo(undone).document.steps[0]?.name).toBe('B');
  });

  it('go back 500 changes', () => {
    let history = createHistory(first, []);
    for (let count = 1; count <= MOST_UNDOS + 2; count += 1) {
      history = record(history, rename(`${count}`));
    }
    for (let count = 0; count < MOST_UNDOS; count += 1) history = undo(history);
    expect(history.document.steps[0]?.name).toBe('2');
    expect(undo(history)).toBe(history);
  });
});

describe('new step ids', () => {
  it.each([
    ['Send it', 'send_it'],
    ['Über Straße', 'uber_stra_e'],
    ['3 days', 'step_3_days'],
    ['🦊', 'step'],
    ['שלום', 'step'],
    ['__proto__', 'proto'],
    ['trigger', 'trigger_2'],
    ['constructor', 'constructor_2'],
    ['', 'step'],
  ])('%j is made into %s', (wish, id) => {
    expect(mintStepId(wish, new Set())).toBe(id);
  });

  it('stay within their length when they get a number', () => {
    const long = 'x'.repeat(500);
    const used = new Set([mintStepId(long, new Set())]);
    for (let count = 0; count < 12; count += 1) used.add(mintStepId(long, used));
    expect(used.size).toBe(13);
    expect(Math.max(...[...used].map((id) => id.length))).toBe(63);
  });
});
