import { describe, expect, it } from 'vitest';
import type { MigrationOrder } from './migration-order.ts';
import { judge } from './testing-migration.ts';
import { apply, fire, start, stepOf, testDocument, work, type TestRun } from './testing-run.ts';

const keep = (...ids: string[]): MigrationOrder['mapping'] =>
  ids.map((id) => ({ from: id, to: id }));

const order = (
  mapping: MigrationOrder['mapping'],
  rules: MigrationOrder['rules'] = [],
): MigrationOrder => ({ from: 1, to: 2, mapping, rules });

/** Moves the run, which has to be possible. */
function move(run: TestRun, to: Parameters<typeof judge>[1], ordered: MigrationOrder): void {
  const verdict = judge(run, to, ordered);
  if (verdict.kind !== 'move') throw new Error(JSON.stringify(verdict));
  expect(apply(run, verdict.event).refused).toBeNull();
}

const ARMS = { arms: ['left', 'right'] };
const parted = (
  more: readonly [string, string, object?][] = [],
  edges: [string, string, string?][] = [],
) =>
  testDocument(
    [
      ['part', 'parallel', ARMS],
      ['a', 'wait'],
      ['b', 'wait'],
      ['meet', 'join'],
      ['end', 'end'],
      ...more,
    ],
    [
      ['trigger', 'part'],
      ['part', 'a', 'left'],
      ['part', 'b', 'right'],
      ['b', 'meet'],
      ['meet', 'end'],
      ...edges,
    ],
  );

describe('a run on several paths', () => {
  const old = parted([], [['a', 'meet']]);

  it('S7.2 is moved whole, and its paths meet in the new version', () => {
    const run = start(old);
    const to = parted(
      [['later', 'wait']],
      [
        ['a', 'later'],
        ['later', 'meet'],
      ],
    );
    move(run, to, order(keep('part', 'a', 'b', 'meet', 'end')));
    fire(run, 'wait');
    for (const timerId of run.state.timers.keys()) {
      const timer = run.state.timers.get(timerId);
      if (timer?.visit?.stepId !== 'a') continue;
      apply(run, {
        kind: 'timer_fired',
        timerId,
        purpose: 'wait',
        visit: null,
        dueAt: 0,
        skipped: true,
      });
    }
    expect(stepOf(run, 'later').status).toBe('waiting_timer');
    fire(run, 'wait');
    expect(run.state.status).toBe('done');
  });

  it('S7.2 goes on within its own path, and never onto another or past where they meet', () => {
    const to = testDocument(
      [
        ['part', 'parallel', ARMS],
        ['b', 'wait'],
        ['c', 'wait'],
        ['meet', 'join'],
        ['end', 'end'],
      ],
      [
        ['trigger', 'part'],
        ['part', 'c', 'left'],
        ['part', 'b', 'right'],
        ['b', 'meet'],
        ['c', 'meet'],
        ['meet', 'end'],
      ],
    );
    const mapping = keep('part', 'b', 'meet', 'end');
    const run = start(old);
    expect(
      judge(run, to, order(mapping, [{ kind: 'move', stepId: 'a', to: 'end' }])),
    ).toMatchObject({
      kind: 'refuse',
      code: 'inside_parallel_scope_that_changed',
    });
    move(run, to, order(mapping, [{ kind: 'move', stepId: 'a', to: 'c' }]));
    expect(stepOf(run, 'c').scope).toBe('part/1');
  });

  it('S7.2 is refused where the new version does not part there', () => {
    const to = testDocument(
      [
        ['a', 'wait'],
        ['b', 'wait'],
      ],
      [['a', 'b']],
    );
    expect(judge(start(old), to, order(keep('a', 'b')))).toMatchObject({
      kind: 'refuse',
      code: 'inside_parallel_scope_that_changed',
    });
  });

  it('S7.2 meets at once where the new version waits for fewer, and the rest is called off', () => {
    const run = start(old);
    fire(run, 'wait');
    const any = old.steps.map((step) =>
      step.id === 'meet' ? { ...step, config: { mode: 'any' } } : step,
    );
    move(run, { ...old, steps: any }, order(keep('part', 'a', 'b', 'meet', 'end')));
    expect(run.state.status).toBe('done');
    expect(stepOf(run, 'a').status).toBe('cancelled');
  });

  it('S7.2 is left whole where one path is to be left, and cancelled whole before it is moved in part', () => {
    const to = testDocument([['b', 'wait']], []);
    const left = order(
      [],
      [
        { kind: 'leave', stepId: 'a' },
        { kind: 'cancel', stepId: 'b' },
      ],
    );
    expect(judge(start(old), to, left).kind).toBe('leave');
    const cancelled = order(keep('b'), [{ kind: 'cancel', stepId: 'a' }]);
    expect(judge(start(old), to, cancelled).kind).toBe('cancel');
  });
});

describe('a run in a loop', () => {
  const loop = (rest: string) =>
    testDocument(
      [
        ['rest', 'wait', { duration: rest }],
        ['try', 'work'],
        ['again', 'pass', { by: 'try', ports: ['left', 'right'] }],
        ['end', 'end'],
      ],
      [
        ['rest', 'try'],
        ['try', 'again'],
        ['again', 'rest', 'left'],
        ['again', 'end', 'right'],
      ],
    );

  it('S7.2 keeps its visit, its budget and what came before', () => {
    const run = start(loop('PT1H'));
    fire(run, 'wait');
    work(run, 'try', { output: 'left' });
    const { stepsLeft } = run.state;
    move(run, loop('PT3H'), order(keep('rest', 'try', 'again', 'end')));
    expect(run.state.stepsLeft).toBe(stepsLeft);
    expect(stepOf(run, 'rest', 2).status).toBe('waiting_timer');
    fire(run, 'wait');
    work(run, 'try', { output: 'right', iteration: 2 });
    expect(run.state.status).toBe('done');
  });
});

describe('the decision and the deed', () => {
  it('S7.2 are one: a run that has moved on since is not moved by what was decided before', () => {
    const document = testDocument(
      [
        ['rest', 'wait'],
        ['send', 'work'],
      ],
      [['rest', 'send']],
    );
    const run = start(document);
    const verdict = judge(run, document, order(keep('rest', 'send')));
    if (verdict.kind !== 'move') throw new Error(verdict.kind);
    fire(run, 'wait');
    const before = run.state;
    expect(apply(run, verdict.event).refused).toContain('moved on');
    expect(run.state).toBe(before);
  });

  it('S7.2 walk past a step that the new version has switched off', () => {
    const document = testDocument(
      [
        ['rest', 'wait'],
        ['end', 'end'],
      ],
      [['rest', 'end']],
    );
    const run = start(document);
    const off = document.steps.map((step) =>
      step.id === 'rest' ? { ...step, disabled: true } : step,
    );
    move(run, { ...document, steps: off }, order(keep('rest', 'end')));
    expect(run.state.status).toBe('done');
  });
});
