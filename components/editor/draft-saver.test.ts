import { describe, expect, it } from 'vitest';
import { type AutomationDocument, documentSchema } from '#server/engine/document.ts';
import {
  type Clock,
  createDraftSaver,
  type SaveAnswer,
  type SaverOptions,
  type SaveState,
} from './draft-saver.ts';

const draft = (name: string): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name,
    trigger: { kind: 'manual' },
    steps: [],
    edges: [],
  });

/** Time that passes when it is told to. */
function handClock(): Clock & { pass: (milliseconds: number) => Promise<void> } {
  let now = 0;
  let waits: { at: number; act: () => void }[] = [];
  return {
    now: () => now,
    after: (milliseconds, act) => {
      const wait = { at: now + milliseconds, act };
      waits.push(wait);
      return () => {
        waits = waits.filter((other) => other !== wait);
      };
    },
    pass: async (milliseconds) => {
      now += milliseconds;
      const due = waits.filter((wait) => wait.at <= now);
      waits = waits.filter((wait) => wait.at > now);
      for (const wait of due) wait.act();
      await settled();
    },
  };
}

/** All promises that can go on have gone on. */
const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function desk(answers: readonly SaveAnswer[] | SaverOptions['send']) {
  const sent: { revision: number; name: string }[] = [];
  const states: SaveState[] = [];
  let kept: string | null = null;
  const clock = handClock();
  const left = typeof answers === 'function' ? [] : [...answers];
  const first = draft('First');
  const saver = createDraftSaver({
    revision: 1,
    document: first,
    pause: 700,
    clock,
    send: async (revision, document) => {
      sent.push({ revision, name: document.name });
      if (typeof answers === 'function') return answers(revision, document);
      return left.shift() ?? { kind: 'saved', revision: revision + 1 };
    },
    kept: {
      keep: (held) => {
        kept = held.document.name;
      },
      drop: () => {
        kept = null;
      },
    },
    onState: (state) => states.push(state),
  });
  return { saver, sent, states, clock, kept: () => kept };
}

describe('a draft that saves itself', () => {
  it('waits for a pause in typing, then saves only what is latest', async () => {
    const { saver, sent, states, clock, kept } = desk([]);
    saver.edited(draft('F'));
    await clock.pass(600);
    saver.edited(draft('Fi'));
    await clock.pass(600);
    expect(sent).toEqual([]);
    expect(kept()).toBe('Fi');
    await clock.pass(100);
    expect(sent).toEqual([{ revision: 1, name: 'Fi' }]);
    expect(states.at(-1)).toEqual({ kind: 'saved', at: 1300 });
    expect(kept()).toBeNull();
  });

  it('saves what was typed during a save as the revision after it, one at a time', async () => {
    const answers: ((answer: SaveAnswer) => void)[] = [];
    const { saver, sent, states, clock } = desk(
      async () => new Promise<SaveAnswer>((resolve) => answers.push(resolve)),
    );
    saver.edited(draft('A'));
    await clock.pass(700);
    saver.edited(draft('B'));
    await clock.pass(700);
    expect(sent).toHaveLength(1);
    answers.shift()?.({ kind: 'saved', revision: 2 });
    await settled();
    await clock.pass(700);
    expect(sent).toEqual([
      { revision: 1, name: 'A' },
      { revision: 2, name: 'B' },
    ]);
    answers.shift()?.({ kind: 'saved', revision: 3 });
    await settled();
    expect(states.at(-1)?.kind).toBe('saved');
    expect(saver.revision()).toBe(3);
  });

  it('keeps a draft whose save failed, and tries again ever more slowly until it is taken', async () => {
    const failed: SaveAnswer = { kind: 'failed', message: 'The server did not answer.' };
    const { saver, sent, states, clock, kept } = desk([failed, failed, failed]);
    saver.edited(draft('A'));
    await clock.pass(700);
    expect(states.at(-1)).toEqual({ kind: 'retrying', message: failed.message, nextAt: 1700 });
    expect(kept()).toBe('A');
    await clock.pass(1000);
    expect(states.at(-1)).toMatchObject({ nextAt: 3700 });
    await clock.pass(2000);
    expect(states.at(-1)).toMatchObject({ nextAt: 7700 });
    await clock.pass(4000);
    expect(sent).toHaveLength(4);
    expect(states.at(-1)?.kind).toBe('saved');
    expect(kept()).toBeNull();
  });

  it('sends again what got no answer before what was typed since: it may be there already', async () => {
    const failed: SaveAnswer = { kind: 'failed', message: 'The server did not answer.' };
    const { saver, sent, states, clock } = desk([failed]);
    saver.edited(draft('A'));
    await clock.pass(700);
    saver.edited(draft('B'));
    await clock.pass(1000);
    await clock.pass(700);
    expect(sent).toEqual([
      { revision: 1, name: 'A' },
      { revision: 1, name: 'A' },
      { revision: 2, name: 'B' },
    ]);
    expect(states.at(-1)?.kind).toBe('saved');
  });

  it('sends nothing over what someone else saved, however much is typed', async () => {
    const theirs = { revision: 5, savedBy: 'Sam', savedAt: new Date(0) };
    const { saver, sent, states, clock, kept } = desk([{ kind: 'stale', ...theirs }]);
    saver.edited(draft('Mine'));
    await clock.pass(700);
    expect(states.at(-1)).toEqual({ kind: 'conflict', ...theirs });
    saver.edited(draft('Still mine'));
    await clock.pass(60_000);
    await saver.flush();
    expect(sent).toHaveLength(1);
    expect(kept()).toBe('Still mine');
  });

  it('goes on from the other revision once a person has chosen', async () => {
    const stale: SaveAnswer = { kind: 'stale', revision: 5, savedBy: null, savedAt: new Date(0) };
    const mine = desk([stale]);
    mine.saver.edited(draft('Mine'));
    await mine.clock.pass(700);
    mine.saver.resolve(5, draft('Mine, knowing'), false);
    await mine.clock.pass(0);
    expect(mine.sent.at(-1)).toEqual({ revision: 5, name: 'Mine, knowing' });

    const other = desk([stale]);
    other.saver.edited(draft('Mine'));
    await other.clock.pass(700);
    other.saver.resolve(5, draft('Theirs'), true);
    await other.clock.pass(10_000);
    expect(other.sent).toHaveLength(1);
    expect(other.states.at(-1)?.kind).toBe('saved');
    expect(other.kept()).toBeNull();
  });

  it('says why a draft is refused, keeps it, and tries the next edit', async () => {
    const { saver, sent, states, clock, kept } = desk([{ kind: 'refused', message: 'Too large.' }]);
    saver.edited(draft('A'));
    await clock.pass(700);
    expect(states.at(-1)).toEqual({ kind: 'refused', message: 'Too large.' });
    expect(kept()).toBe('A');
    await clock.pass(60_000);
    expect(sent).toHaveLength(1);
    saver.edited(draft('B'));
    await clock.pass(700);
    expect(states.at(-1)?.kind).toBe('saved');
  });

  it('has nothing to save where an edit was undone to the very document before', async () => {
    const { saver, sent, states, clock } = desk([]);
    const edited = draft('A');
    saver.edited(edited);
    await saver.flush();
    saver.edited(draft('B'));
    saver.edited(edited);
    await clock.pass(700);
    expect(sent).toHaveLength(1);
    expect(states.at(-1)?.kind).toBe('saved');
  });
});
