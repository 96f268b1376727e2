import { describe, expect, it } from 'vitest';
import { fold } from './evolve.ts';
import {
  apply,
  claim,
  lastCommand,
  start,
  stepOf,
  testDocument,
  visit,
  work,
} from './testing-run.ts';

const twoArms = (join: object = {}, first = 'work', second = 'work') =>
  testDocument(
    [
      ['both', 'parallel', { arms: ['a', 'b'] }],
      ['a', first],
      ['b', second],
      ['meet', 'join', join],
      ['after', 'work'],
    ],
    [
      ['both', 'a', 'a'],
      ['both', 'b', 'b'],
      ['a', 'meet'],
      ['b', 'meet'],
      ['meet', 'after'],
    ],
  );

describe('parallel and join', () => {
  it('goes on when every arm has arrived, in the scope around it', () => {
    const run = start(twoArms());
    expect(run.state.scopes.get('both/1')).toMatchObject({
      arms: 2,
      arrived: 0,
      closed: false,
      join: 'meet',
    });
    work(run, 'a');
    expect(run.state.steps.has('meet/1')).toBe(false);
    work(run, 'b');
    expect(stepOf(run, 'meet')).toMatchObject({ status: 'done', scope: null });
    expect(stepOf(run, 'after').status).toBe('ready');
    work(run, 'after');
    expect(run.state.status).toBe('done');
    expect(run.state.scopes.get('both/1')).toMatchObject({ arrived: 2, closed: true });
    expect(fold(run.log)).toEqual(run.state);
  });

  it('goes on with the first arm and cancels the others, whose late results are refused', () => {
    const run = start(twoArms({ mode: 'any' }));
    claim(run, 'b');
    work(run, 'a');
    expect(stepOf(run, 'b').status).toBe('cancelled');
    expect(lastCommand(run, 'abandon_effects').visit).toEqual(visit('b'));
    expect(stepOf(run, 'after').status).toBe('ready');
    expect(
      apply(run, { kind: 'step_completed', visit: visit('b'), port: 'next', output: 1 }).refused,
    ).toMatch(/cancelled/);
    work(run, 'after');
    expect(run.state.status).toBe('done');
  });

  it('lets the others run where the author wants that, and the join fires once', () => {
    const run = start(twoArms({ mode: 'any', leftover: 'let_run' }));
    work(run, 'a');
    work(run, 'after');
    expect(run.state.status).toBe('running');
    work(run, 'b');
    expect(run.state.status).toBe('done');
    expect(run.state.steps.has('meet/2')).toBe(false);
  });

  it('goes on at the n-th arrival', () => {
    const run = start(
      testDocument(
        [
          ['p', 'parallel', { arms: ['x', 'y', 'z'] }],
          ['a', 'work'],
          ['b', 'work'],
          ['c', 'work'],
          ['meet', 'join', { mode: 'count', count: 2 }],
        ],
        [
          ['p', 'a', 'x'],
          ['p', 'b', 'y'],
          ['p', 'c', 'z'],
          ['a', 'meet'],
          ['b', 'meet'],
          ['c', 'meet'],
        ],
      ),
    );
    work(run, 'a');
    expect(run.state.steps.has('meet/1')).toBe(false);
    work(run, 'c');
    expect(run.state.status).toBe('done');
    expect(stepOf(run, 'b').status).toBe('cancelled');
  });

  it('a count that cannot be reached closes when nothing is left to arrive', () => {
    const run = start(twoArms({ mode: 'count', count: 9 }));
    work(run, 'a');
    work(run, 'b');
    expect(stepOf(run, 'after').status).toBe('ready');
  });

  it('an arm that ended, left by an open port or failed by a port never blocks the join', () => {
    const run = start(
      testDocument(
        [
          ['p', 'parallel', { arms: ['x', 'y', 'z', 'w'] }],
          ['a', 'work'],
          ['b', 'work'],
          ['fin', 'end', { outcome: 'early' }],
          ['c', 'work'],
          ['sorry', 'pass'],
          ['d', 'work'],
          ['meet', 'join'],
          ['after', 'end', { outcome: 'after' }],
        ],
        [
          ['p', 'a', 'x'],
          ['p', 'b', 'y'],
          ['p', 'c', 'z'],
          ['p', 'd', 'w'],
          ['a', 'meet'],
          ['b', 'fin'],
          ['c', 'sorry', 'failed'],
          ['c', 'meet'],
          ['d', 'meet', 'sent'],
          ['meet', 'after'],
        ],
      ),
    );
    work(run, 'a');
    work(run, 'b');
    claim(run, 'c');
    apply(run, {
      kind: 'step_errored',
      visit: visit('c'),
      error: { code: 'x', message: 'x' },
      retryable: false,
    });
    expect(run.state.steps.has('meet/1')).toBe(false);
    work(run, 'd', { port: 'skipped' });
    expect(run.state).toMatchObject({ status: 'done', outcome: 'after' });
    expect(run.state.scopes.get('p/1')).toMatchObject({ arrived: 1, closed: true });
  });

  it('a join that nobody reaches still goes on', () => {
    const run = start(
      testDocument(
        [
          ['p', 'parallel', { arms: ['x', 'y'] }],
          ['a', 'work'],
          ['b', 'work'],
          ['meet', 'join'],
          ['after', 'work'],
        ],
        [
          ['p', 'a', 'x'],
          ['p', 'b', 'y'],
          ['a', 'meet', 'sent'],
          ['b', 'meet', 'sent'],
          ['meet', 'after'],
        ],
      ),
    );
    work(run, 'a', { port: 'skipped' });
    work(run, 'b', { port: 'skipped' });
    expect(stepOf(run, 'after').status).toBe('ready');
    expect(run.state.scopes.get('p/1')?.arrived).toBe(0);
  });

  it('a scope without a join simply ends', () => {
    const run = start(
      testDocument(
        [
          ['p', 'parallel', { arms: ['x', 'y'] }],
          ['a', 'work'],
          ['b', 'work'],
        ],
        [
          ['p', 'a', 'x'],
          ['p', 'b', 'y'],
        ],
      ),
    );
    work(run, 'a');
    work(run, 'b');
    expect(run.state.status).toBe('done');
    expect([...run.state.scopes.values()].every(({ closed }) => closed)).toBe(true);
  });

  it('each round of a loop opens a scope of its own', () => {
    const document = twoArms();
    const run = start({ ...document, edges: [...document.edges, { from: 'after', to: 'both' }] });
    for (let round = 1; round <= 3; round += 1) {
      work(run, 'a', { iteration: round });
      work(run, 'b', { iteration: round });
      work(run, 'after', { iteration: round });
    }
    expect([...run.state.scopes.keys()]).toEqual(['both/1', 'both/2', 'both/3', 'both/4']);
    expect(stepOf(run, 'a', 4).scope).toBe('both/4');
  });

  it('a port with two edges starts both, and all their tokens belong to the arm', () => {
    const document = twoArms();
    const run = start({
      ...document,
      steps: [...document.steps, { id: 'extra', kind: 'work', name: 'Extra', config: {} }],
      edges: [...document.edges, { from: 'both', port: 'a', to: 'extra' }],
    });
    work(run, 'a');
    work(run, 'b');
    expect(run.state.steps.has('meet/1')).toBe(false);
    work(run, 'extra');
    expect(stepOf(run, 'after').status).toBe('ready');
  });

  it('a join outside of any parallel lets each token through', () => {
    const run = start(
      testDocument(
        [
          ['meet', 'join'],
          ['a', 'work'],
        ],
        [['meet', 'a']],
      ),
    );
    expect(stepOf(run, 'a').status).toBe('ready');
  });
});
