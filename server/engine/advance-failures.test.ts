import { describe, expect, it } from 'vitest';
import {
  apply,
  claim,
  fail,
  fire,
  lastCommand,
  PROVIDER_DOWN,
  start,
  stepOf,
  testDocument,
  visit,
  work,
} from './testing-run.ts';

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
    expect(lastCommand(run, 'save_error').error).toEqual(PROVIDER_DOWN);
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
    expect(run.state.timers.size).toBe(0);
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

it('being put off until a moment that has passed means now', () => {
  const run = one();
  claim(run, 'send');
  const error = { code: 'effect_alive', message: 'Another attempt is under way.' };
  apply(run, { kind: 'step_put_off', visit: visit('send'), until: run.now - 60_000, error });
  expect(lastCommand(run, 'set_timer').dueAt).toBe(run.now);
});

it('S2.6 a step that workers gave back on deployments is never parked for it', () => {
  const run = one();
  for (let round = 0; round < 25; round += 1) {
    claim(run, 'send');
    apply(run, { kind: 'attempt_released', visit: visit('send'), owner: 'w1' });
  }
  expect(stepOf(run, 'send').status).toBe('ready');
});
