import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { checkDocument } from '../check-document.ts';
import type { AutomationDocument } from '../document.ts';
import { documentSchema } from '../document.ts';
import { randomDocument, type Dice } from '../random-document.ts';
import { testingCatalogue } from '../testing-catalogue.ts';
import { applyChange } from './apply-change.ts';
import type { Change } from './change.ts';
import { createHistory, recordChange, redo, undo, type History } from './history.ts';
import { danglingEdges } from './ports-of.ts';
import { randomChange } from './random-change.ts';

const SEEDS = 60;
const ACTIONS = 60;
const KINDS_OF_CHANGE = 21;

function diceOf(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0;
  return {
    roll: (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    },
  };
}

/** Whoever writes to a document in place is found out at once. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

/** What is wrong with a document, as one list: thousands of them are looked at. */
function faultsOf(document: AutomationDocument): string[] {
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success) return parsed.error.issues.map(({ message }) => message);
  const text = canonicalJson(document);
  const present = new Set(document.steps.map(({ id }) => id));
  const keys = document.edges.map(({ from, port = 'next', to }) => `${from} ${port} ${to}`);
  const starts = new Set(['trigger', ...present]);
  return [
    ...(canonicalJson(parsed.data) === text ? [] : ['saving would change it']),
    ...(/\\u0000|\\ud800/.test(text) ? ['no database holds its text'] : []),
    ...(present.size === document.steps.length ? [] : ['an id twice']),
    ...(new Set(keys).size === keys.length ? [] : ['an edge twice']),
    ...document.edges.flatMap(({ from, to }) => [
      ...(starts.has(from) ? [] : [`an edge from ${from}`]),
      ...(present.has(to) ? [] : [`an edge to ${to}`]),
      ...(from === to ? [`${from} leads to itself`] : []),
    ]),
    ...document.steps.flatMap(({ compensateWith: id }) =>
      id === undefined || present.has(id) ? [] : [`undone by ${id}`],
    ),
    ...Object.keys(document.layout ?? {}).flatMap((id) =>
      starts.has(id) ? [] : [`a place for ${id}`],
    ),
  ];
}

/** An edge whose port is gone may stay while settings are typed, but never unsaid. */
function expectDanglingSaid(document: AutomationDocument): void {
  const dangling = danglingEdges(document, testingCatalogue);
  if (dangling.length === 0) return;
  const problems = checkDocument(document, testingCatalogue, () => ({ ok: true, variables: [] }));
  for (const { from } of dangling) {
    const said = problems.filter(({ stepId, severity }) => stepId === from && severity === 'error');
    expect(said.length, `nothing is said about ${from}`).toBeGreaterThan(0);
  }
}

interface Session {
  history: History;
  readonly ever: Set<string>;
  /** Kinds of change that went through, so that the dice are seen to try them all. */
  readonly made: Set<string>;
}

function change(session: Session, dice: Dice): void {
  const { history, ever } = session;
  const asked = randomChange(dice, history);
  const sent = JSON.parse(JSON.stringify(asked)) as Change;
  const gesture = dice.roll(3) === 0 ? `gesture ${dice.roll(2)}` : null;
  const recorded = recordChange(history, asked, testingCatalogue, gesture);
  const again = applyChange(history.document, sent, {
    catalogue: testingCatalogue,
    usedIds: history.usedIds,
  });
  expect(again.ok, 'a change that was sent means something else').toBe(recorded.ok);
  if (!recorded.ok) {
    expect(recorded.message).toMatch(/[.!?]$/);
    return;
  }
  const { document } = freeze(recorded.history);
  if (again.ok) expect(again.document).toEqual(document);
  const before = new Set(history.document.steps.map(({ id }) => id));
  for (const { id } of document.steps.filter((step) => !before.has(step.id))) {
    if (asked.kind !== 'replace_document') expect(ever.has(id), `${id} is used again`).toBe(false);
    ever.add(id);
  }
  expect(
    [...ever].filter((id) => !recorded.history.usedIds.has(id)),
    'forgotten',
  ).toEqual([]);
  if (document !== history.document) session.made.add(asked.kind);
  session.history = recorded.history;
}

function act(session: Session, dice: Dice): void {
  const action = dice.roll(8);
  if (action === 0) session.history = undo(session.history);
  else if (action === 1) session.history = redo(session.history);
  else change(session, dice);
}

describe('random edits with undo and redo', () => {
  it('S7.3 keep a document that parses, whose edges hold, and whose step ids are never used again', () => {
    const made = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const dice = diceOf(seed);
      const first = freeze(randomDocument(dice));
      const deletedBefore = ['send_it', 'pasted'];
      const session: Session = {
        history: createHistory(first, deletedBefore),
        ever: new Set([...deletedBefore, ...first.steps.map(({ id }) => id)]),
        made,
      };
      for (let count = 0; count < ACTIONS; count += 1) {
        act(session, dice);
        expect(faultsOf(session.history.document), `seed ${seed}`).toEqual([]);
        expectDanglingSaid(session.history.document);
      }
    }
    expect(made.size, [...made].join(', ')).toBe(KINDS_OF_CHANGE);
  }, 60_000);

  it('undoing all gives the first graph, redoing all the last', () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const dice = diceOf(seed);
      const first = freeze(randomDocument(dice));
      const session: Session = {
        history: createHistory(first, []),
        ever: new Set(),
        made: new Set(),
      };
      for (let count = 0; count < ACTIONS; count += 1) act(session, dice);
      let { history } = session;
      while (history.future.length > 0) history = redo(history);
      const last = history.document;
      const steps = history.past.length;
      for (let count = 0; count < steps; count += 1) history = undo(history);
      expect(history.document).toBe(first);
      expect(undo(history)).toBe(history);
      for (let count = 0; count < steps; count += 1) history = redo(history);
      expect(history.document).toBe(last);
      expect(redo(history)).toBe(history);
    }
  }, 60_000);
});
