import { describe, expect, it } from 'vitest';
import { fold } from './evolve.ts';
import {
  apply,
  claim,
  fire,
  lastCommand,
  start,
  stepOf,
  type TestRun,
  testDocument,
  visit,
  work,
} from './testing-run.ts';

const ERROR = { code: 'provider_down', message: 'The provider answered 503.' };

function fail(
  run: TestRun,
  stepId: string,
  more: { retryable?: boolean; retryAfterSeconds?: number } = {},
) {
  claim(run, stepId);
  return apply(run, {
    kind: 'step_errored',
    visit: visit(stepId),
    error: ERROR,
    retryable: true,
    ...more,
  });
}

const one = (config: object = {}) => start(testDocument([['send', 'work', config]], []));

describe('failing and trying again', () => {
  it('S4.2 waits for its retry and comes back under a new wake number', () => {
    const run = one();
    fail(run, 'send');
    expect(run.state.status).toBe('waiting_retry');
    expect(lastCommand(run, 'set_timer')).toMatchObject({ purpose: 'retry', dueAt: run.now + 500 });
    expect(run.log.at(-1)).toMatchObject({
      type: 'step.retry_scheduled',
      data: { attempt: 1, of: 8, countsAsAttempt: true },
    });
    fire(run, 'retry');
    expect(stepOf(run, 'send')).toMatchObject({ status: 'ready', attempt: 1, wake: 2 });
  });

  it('S9.3 an old retry timer does not end a later pause', () => {
    const run = one();
    fail(run, 'send');
    const { timerId, dueAt } = lastCommand(run, 'set_timer');
    fire(run, 'retry');
    fail(run, 'send');
    const again = apply(run, {
      kind: 'timer_fired',
      timerId,
      purpose: 'retry',
      visit: visit('send'),
      dueAt,
      skipped: false,
    });
    expect(again.refused).toMatch(/not open/);
  });

  it('a step that has used up its attempts fails the run with its code', () => {
    const run = one({ lane: 'slow' });
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      fail(run, 'send');
      fire(run, 'retry');
    }
    fail(run, 'send');
    expect(run.state).toMatchObject({ status: 'failed', outcome: 'provider_down' });
    expect(run.log.find(({ type }) => type === 'step.failed')?.data).toMatchObject({ attempts: 3 });
    expect(lastCommand(run, 'save_error').error).toEqual(ERROR);
  });

  it('S4.2 a provider that asks for more than a day is parked', () => {
    const run = one();
    fail(run, 'send', { retryAfterSeconds: 200_000 });
    expect(run.state.status).toBe('parked');
    expect(lastCommand(run, 'save_reason').reason?.code).toBe('retry_after_too_long');
  });

  it('S3.2 being put off by a live effect costs no attempt', () => {
    const run = one();
    claim(run, 'send');
    apply(run, {
      kind: 'step_put_off',
      visit: visit('send'),
      until: run.now + 9000,
      error: { code: 'effect_alive', message: 'Another attempt is under way.' },
    });
    expect(stepOf(run, 'send')).toMatchObject({ status: 'waiting_retry', attempt: 0 });
    expect(lastCommand(run, 'set_timer').dueAt).toBe(run.now + 9000);
    apply(run, { kind: 'step_resumed', visit: visit('send'), cause: 'effect_settled' });
    expect(stepOf(run, 'send').status).toBe('ready');
    expect(run.state.timers.size).toBe(1);
  });

  it('takes the failed port where one is drawn, with other arms untouched', () => {
    const run = start(
      testDocument(
        [
          ['send', 'work'],
          ['other', 'work'],
          ['sorry', 'end', { outcome: 'sorry' }],
        ],
        [
          ['trigger', 'send'],
          ['trigger', 'other'],
          ['send', 'sorry', 'failed'],
        ],
      ),
    );
    fail(run, 'send', { retryable: false });
    expect(stepOf(run, 'send')).toMatchObject({ status: 'failed', port: 'failed' });
    expect(stepOf(run, 'other').status).toBe('ready');
    work(run, 'other');
    expect(run.state).toMatchObject({ status: 'done', outcome: 'sorry' });
  });

  it('S8.5 a revoked connection parks the step, and reconnecting resumes it where it was', () => {
    const run = one();
    claim(run, 'send');
    apply(run, {
      kind: 'step_parked',
      visit: visit('send'),
      error: { code: 'not_authorised', message: 'Reconnect the mailbox.' },
      connectionId: 'con_1',
    });
    expect(run.state.status).toBe('parked');
    expect(lastCommand(run, 'save_reason').reason).toMatchObject({ connectionId: 'con_1' });
    const resumed = { kind: 'step_resumed', visit: visit('send'), cause: 'reconnected' } as const;
    apply(run, resumed);
    expect(stepOf(run, 'send')).toMatchObject({ status: 'ready', wake: 2, iteration: 1 });
    expect(lastCommand(run, 'save_reason').reason).toBeNull();
    expect(apply(run, resumed).refused).toMatch(/is ready/);
  });

  it('S3.3 an unknown outcome is left to a person: nothing else brings the step back', () => {
    const run = one();
    claim(run, 'send');
    apply(run, {
      kind: 'step_uncertain',
      visit: visit('send'),
      effectKey: 'run_1/send',
      message: 'No answer.',
    });
    expect(run.state.status).toBe('needs_review');
    for (const cause of ['retry', 'reconnected', 'replayed'] as const) {
      expect(
        apply(run, { kind: 'step_resumed', visit: visit('send'), cause }).refused,
      ).not.toBeNull();
    }
    apply(run, { kind: 'step_resumed', visit: visit('send'), cause: 'reviewed' });
    expect(stepOf(run, 'send').status).toBe('ready');
  });

  it('S2.6 lost and released attempts make the step ready again, and a late result is refused', () => {
    const run = one();
    claim(run, 'send');
    apply(run, { kind: 'attempt_lost', visit: visit('send'), owner: 'w1' });
    expect(stepOf(run, 'send')).toMatchObject({ status: 'ready', attempt: 1, wake: 2 });
    expect(
      apply(run, { kind: 'step_completed', visit: visit('send'), port: 'next', output: 1 }).refused,
    ).toMatch(/not running/);
    claim(run, 'send');
    apply(run, { kind: 'attempt_released', visit: visit('send'), owner: 'w2' });
    expect(stepOf(run, 'send')).toMatchObject({ status: 'ready', wake: 3 });
  });

  it('a step that takes every worker down is parked in the end', () => {
    const run = one();
    for (let round = 0; round < 20; round += 1) {
      claim(run, 'send');
      apply(run, { kind: 'attempt_lost', visit: visit('send'), owner: 'w1' });
    }
    expect(run.state.status).toBe('parked');
    expect(lastCommand(run, 'save_reason').reason?.code).toBe('workers_lost');
  });
});

describe('stopping', () => {
  it('S8.1 a waiting run is cancelled at once', () => {
    const run = start(testDocument([['w', 'wait']], []));
    apply(run, { kind: 'cancel_requested', reason: 'wrong list' });
    expect(run.state).toMatchObject({ status: 'cancelled', cancelRequested: true });
    expect(stepOf(run, 'w').status).toBe('cancelled');
  });

  it('S8.1 a running step may finish, is recorded, and nothing follows it', () => {
    const run = start(
      testDocument(
        [
          ['send', 'work'],
          ['after', 'work'],
        ],
        [['send', 'after']],
      ),
    );
    claim(run, 'send');
    apply(run, { kind: 'cancel_requested', reason: null });
    expect(run.state.status).toBe('stopping');
    expect(apply(run, { kind: 'cancel_requested', reason: null }).refused).toMatch(/already asked/);
    apply(run, { kind: 'step_completed', visit: visit('send'), port: 'next', output: { id: 1 } });
    expect(run.state.status).toBe('cancelled');
    expect(stepOf(run, 'send').status).toBe('done');
    expect(run.state.steps.size).toBe(1);
    expect(lastCommand(run, 'save_output').output).toEqual({ id: 1 });
  });

  it.each(['errored', 'lost', 'uncertain', 'parked', 'put_off'] as const)(
    'S8.1 a running step that is %s after the request ends with its effect looked at',
    (how) => {
      const run = one();
      claim(run, 'send');
      apply(run, { kind: 'cancel_requested', reason: null });
      const at = visit('send');
      if (how === 'errored')
        apply(run, { kind: 'step_errored', visit: at, error: ERROR, retryable: true });
      if (how === 'lost') apply(run, { kind: 'attempt_lost', visit: at, owner: 'w1' });
      if (how === 'uncertain')
        apply(run, { kind: 'step_uncertain', visit: at, effectKey: 'k', message: 'No answer.' });
      if (how === 'parked') apply(run, { kind: 'step_parked', visit: at, error: ERROR });
      if (how === 'put_off')
        apply(run, { kind: 'step_put_off', visit: at, until: run.now, error: ERROR });
      expect(run.state.status).toBe('cancelled');
      expect(lastCommand(run, 'abandon_effects').visit).toEqual(at);
    },
  );

  it('S8.1 a failure after the request is recorded and the run is cancelled, not failed', () => {
    const run = one();
    claim(run, 'send');
    apply(run, { kind: 'cancel_requested', reason: null });
    apply(run, { kind: 'step_errored', visit: visit('send'), error: ERROR, retryable: false });
    expect(run.state).toMatchObject({ status: 'cancelled', outcome: 'cancelled' });
    expect(stepOf(run, 'send').status).toBe('failed');
  });

  it('a person who gives up on an uncertain effect stops the run with the reason', () => {
    const run = one();
    claim(run, 'send');
    apply(run, {
      kind: 'step_uncertain',
      visit: visit('send'),
      effectKey: 'run_1/send',
      message: 'No answer.',
    });
    apply(run, { kind: 'stop_requested', visit: visit('send'), reason: 'gave_up_on_effect' });
    expect(run.state).toMatchObject({ status: 'stopped', outcome: 'gave_up_on_effect' });
  });
});

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
