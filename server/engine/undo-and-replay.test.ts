import { describe, expect, it } from 'vitest';
import { fold } from './evolve.ts';
import { apply, fail, fire, start, stepOf, testDocument, visit, work } from './testing-run.ts';

describe('undoing', () => {
  const booking = () =>
    start(
      testDocument(
        [
          ['hotel', 'work', {}, { compensateWith: 'undo_hotel' }],
          ['flight', 'work', {}, { compensateWith: 'undo_flight' }],
          ['pay', 'work'],
          ['undo_hotel', 'work'],
          ['undo_flight', 'work'],
        ],
        [
          ['hotel', 'flight'],
          ['flight', 'pay'],
        ],
      ),
    );

  it('S12.5 compensates what was completed in reverse order when the run fails', () => {
    const run = booking();
    work(run, 'hotel');
    work(run, 'flight');
    fail(run, 'pay', { retryable: false });
    expect(run.state.status).toBe('running');
    expect(stepOf(run, 'undo_flight').status).toBe('ready');
    expect(run.state.steps.has('undo_hotel/1')).toBe(false);
    work(run, 'undo_flight');
    expect(stepOf(run, 'undo_hotel').status).toBe('ready');
    work(run, 'undo_hotel');
    expect(run.state).toMatchObject({ status: 'failed', outcome: 'provider_down' });
    expect(fold(run.log)).toEqual(run.state);
  });

  it('S12.5 a compensation that fails does not keep the others from running', () => {
    const run = booking();
    work(run, 'hotel');
    work(run, 'flight');
    fail(run, 'pay', { retryable: false });
    fail(run, 'undo_flight', { retryable: false });
    work(run, 'undo_hotel');
    expect(run.state).toMatchObject({ status: 'failed', outcome: 'provider_down' });
  });

  it('S12.5 stopping with undo compensates and ends stopped; without, it only stops', () => {
    const undone = booking();
    work(undone, 'hotel');
    apply(undone, { kind: 'stop_requested', visit: null, reason: 'changed_mind', undo: true });
    expect(stepOf(undone, 'flight').status).toBe('cancelled');
    work(undone, 'undo_hotel');
    expect(undone.state).toMatchObject({ status: 'stopped', outcome: 'changed_mind' });
    const stopped = booking();
    work(stopped, 'hotel');
    apply(stopped, { kind: 'stop_requested', visit: null, reason: 'changed_mind' });
    expect(stopped.state).toMatchObject({ status: 'stopped', outcome: 'changed_mind' });
  });
});

describe('compensating steps that are unusual', () => {
  const failing = (
    undo: readonly [kind: string, more: object],
    edges: [string, string, string][] = [],
  ) => {
    const run = start(
      testDocument(
        [
          ['book', 'work', {}, { compensateWith: 'undo' }],
          ['pay', 'work'],
          ['undo', undo[0], {}, undo[1]],
          ['sorry', 'work'],
        ],
        [['book', 'pay'], ...edges],
      ),
    );
    work(run, 'book');
    fail(run, 'pay', { retryable: false });
    return run;
  };

  it('S12.5 an undo is not itself undone', () => {
    const run = failing(['work', { compensateWith: 'book' }]);
    work(run, 'undo');
    expect(run.state).toMatchObject({ status: 'failed', outcome: 'provider_down' });
    expect(run.state.steps.has('book/2')).toBe(false);
  });

  it('S12.5 an undo that fails takes no port, and an end in it changes no outcome', () => {
    const run = failing(['work', {}], [['undo', 'sorry', 'failed']]);
    fail(run, 'undo', { retryable: false });
    expect(run.state).toMatchObject({ status: 'failed', outcome: 'provider_down' });
    expect(stepOf(run, 'undo').port).toBeNull();
    expect(failing(['end', {}]).state).toMatchObject({
      status: 'failed',
      outcome: 'provider_down',
    });
  });
});

describe('replaying a dead letter', () => {
  it('S11.1 opens the failed run at the failed step, with its attempts given back and the same visit', () => {
    const run = start(
      testDocument(
        [
          ['a', 'work'],
          ['b', 'work'],
        ],
        [['a', 'b']],
      ),
    );
    work(run, 'a');
    fail(run, 'b', { retryable: false });
    expect(run.state.status).toBe('failed');
    const replay = { kind: 'step_resumed', visit: visit('b'), cause: 'replayed' } as const;
    apply(run, replay);
    expect(stepOf(run, 'b')).toMatchObject({ status: 'ready', attempt: 0, wake: 2 });
    expect(run.state).toMatchObject({ status: 'running', outcome: null });
    expect(apply(run, replay).refused).not.toBeNull();
    work(run, 'b');
    expect(run.state.status).toBe('done');
    expect(fold(run.log)).toEqual(run.state);
  });

  it('S11.1 the arms that the failure cut off go on as well', () => {
    const run = start(
      testDocument(
        [
          ['both', 'parallel', { arms: ['a', 'b', 'c'] }],
          ['a', 'work'],
          ['b', 'work'],
          ['c', 'wait'],
          ['meet', 'join'],
        ],
        [
          ['both', 'a', 'a'],
          ['both', 'b', 'b'],
          ['both', 'c', 'c'],
          ['a', 'meet'],
          ['b', 'meet'],
          ['c', 'meet'],
        ],
      ),
    );
    fail(run, 'a', { retryable: false });
    apply(run, { kind: 'step_resumed', visit: visit('a'), cause: 'replayed' });
    expect(stepOf(run, 'b')).toMatchObject({ status: 'ready', iteration: 1 });
    expect(stepOf(run, 'c', 2).status).toBe('waiting_timer');
    work(run, 'a');
    work(run, 'b');
    fire(run, 'wait');
    expect(run.state.status).toBe('done');
    expect(stepOf(run, 'meet').status).toBe('done');
  });

  it('S11.1 a step that failed before it began is entered anew', () => {
    const run = start(testDocument([['a', 'broken']], []));
    expect(run.state.status).toBe('failed');
    apply(run, { kind: 'step_resumed', visit: visit('a'), cause: 'replayed' });
    expect(run.state.status).toBe('failed');
    expect(stepOf(run, 'a', 2).status).toBe('failed');
    expect(stepOf(run, 'a', 1).status).toBe('cancelled');
    expect(fold(run.log)).toEqual(run.state);
  });
});

describe('replaying a run whose arms were cut off', () => {
  it('S11.1 begins a wait anew once per replay, however often it is replayed', () => {
    const run = start(
      testDocument(
        [
          ['p', 'parallel', { arms: ['x', 'y'] }],
          ['a', 'work'],
          ['w', 'wait'],
        ],
        [
          ['p', 'a', 'x'],
          ['p', 'w', 'y'],
        ],
      ),
    );
    for (let round = 0; round < 3; round += 1) {
      fail(run, 'a', { retryable: false });
      apply(run, { kind: 'step_resumed', visit: visit('a'), cause: 'replayed' });
    }
    const waiting = [...run.state.steps.values()].filter(
      ({ status }) => status === 'waiting_timer',
    );
    expect(waiting.map(({ iteration }) => iteration)).toEqual([4]);
  });

  it.each([
    ['cancel', 'cancelled'],
    ['let_run', 'ready'],
  ])('S11.1 an arm that its join was done with stays so: %s', (leftover, status) => {
    const run = start(
      testDocument(
        [
          ['p', 'parallel', { arms: ['x', 'y'] }],
          ['a', 'work'],
          ['b', 'work'],
          ['meet', 'join', { mode: 'any', leftover }],
          ['after', 'work'],
        ],
        [
          ['p', 'a', 'x'],
          ['p', 'b', 'y'],
          ['a', 'meet'],
          ['b', 'meet'],
          ['meet', 'after'],
        ],
      ),
    );
    work(run, 'a');
    fail(run, 'after', { retryable: false });
    apply(run, { kind: 'step_resumed', visit: visit('after'), cause: 'replayed' });
    expect(stepOf(run, 'b').status).toBe(status);
  });
});
