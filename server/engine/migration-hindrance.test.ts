import { describe, expect, it } from 'vitest';
import { visitKey } from './state.ts';
import type { MigrationOrder } from './migration-order.ts';
import { factsOf, judge } from './testing-migration.ts';
import { apply, start, stepOf, testDocument, visit, work, type TestRun } from './testing-run.ts';

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

describe('what keeps a run from being moved', () => {
  const one = testDocument(
    [
      ['send', 'work'],
      ['end', 'end'],
    ],
    [['send', 'end']],
  );
  const keepAll = order(keep('send', 'end'));

  it('S7.2 is a worker at it, for the moment', () => {
    const run = start(one);
    apply(run, { kind: 'step_claimed', visit: visit('send'), token: 1 });
    expect(judge(run, one, keepAll)).toMatchObject({ code: 'step_running', transient: true });
  });

  it.each([
    ['in_flight', 'effect_in_flight', true],
    ['outcome_unknown', 'effect_in_doubt', true],
    ['needs_review', 'effect_in_doubt', false],
    ['settled', 'step_running', true],
  ] as const)('S7.2 S3.5 is an effect that is %s', (status, code, transient) => {
    const run = start(one);
    const facts = factsOf(
      run,
      new Map([[visitKey(visit('send')), { enteredAt: 0, effects: [status] }]]),
    );
    expect(judge(run, one, keepAll, facts)).toMatchObject({ kind: 'refuse', code, transient });
  });

  it('S7.2 S12.5 is an undo that the new version would have lost', () => {
    const undo = { compensateWith: 'undo' };
    const old = testDocument(
      [
        ['send', 'work', {}, undo],
        ['rest', 'wait'],
        ['undo', 'work'],
      ],
      [['send', 'rest']],
    );
    const run = start(old);
    work(run, 'send');
    const to = testDocument(
      [
        ['send', 'work'],
        ['rest', 'wait'],
      ],
      [['send', 'rest']],
    );
    expect(judge(run, to, order(keep('send', 'rest')))).toMatchObject({
      code: 'undo_would_be_lost',
    });
    expect(judge(run, old, order(keep('send', 'rest', 'undo'))).kind).toBe('move');
  });

  it('S7.2 is its end, another version, and a stop that was asked for', () => {
    const run = start(one);
    expect(judge(run, one, { ...keepAll, from: 3, to: 4 })).toMatchObject({
      code: 'on_other_version',
    });
    expect(judge(run, one, order([]))).toMatchObject({ code: 'no_rule' });
    expect(judge(run, one, order([{ from: 'send', to: 'gone' }]))).toMatchObject({
      code: 'step_not_in_version',
    });
    expect(judge(run, one, order([{ from: 'send', to: 'end' }]))).toMatchObject({
      code: 'step_kind_changed',
    });
    apply(run, { kind: 'step_claimed', visit: visit('send'), token: 1 });
    apply(run, { kind: 'cancel_requested', reason: null });
    expect(judge(run, one, keepAll)).toMatchObject({ code: 'stopping' });
    apply(run, { kind: 'step_completed', visit: visit('send'), port: 'next', output: null });
    expect(judge(run, one, keepAll)).toMatchObject({ code: 'already_finished' });
  });

  it('S7.2 is work that has begun, where another id would begin it afresh', () => {
    const run = start(one);
    apply(run, { kind: 'step_claimed', visit: visit('send'), token: 1 });
    apply(run, { kind: 'attempt_lost', visit: visit('send'), owner: 'w' });
    const to = testDocument([['post', 'work']], []);
    expect(judge(run, to, order([{ from: 'send', to: 'post' }]))).toMatchObject({
      code: 'work_begun',
    });
    const fresh = start(one);
    move(fresh, to, order([{ from: 'send', to: 'post' }]));
    expect(stepOf(fresh, 'post').status).toBe('ready');
  });
});
