import { describe, expect, it } from 'vitest';
import {
  apply,
  fire,
  lastCommand,
  start,
  stepOf,
  type TestRun,
  testDocument,
  visit,
  work,
} from './testing-run.ts';

const toPort = (port: string) => ({ after: 'PT24H', then: { kind: 'port', port } });
const awaitingSignal = (deadline: object, more: object = {}) =>
  start(
    testDocument(
      [
        ['reply', 'signal', { deadline, ...more }],
        ['answered', 'end', { outcome: 'answered' }],
        ['silent', 'end', { outcome: 'silent' }],
      ],
      [
        ['reply', 'answered', 'received'],
        ['reply', 'silent', 'timed_out'],
      ],
    ),
  );

function receive(run: TestRun) {
  return apply(run, {
    kind: 'signal_received',
    visit: visit('reply'),
    subscriptionId: lastCommand(run, 'subscribe').subscriptionId,
    signalId: 'sig_1',
    signal: 'reply',
    payload: { text: 'Yes please' },
    early: false,
  });
}

describe('waiting for a moment', () => {
  it('S5.1 keeps the rule and the instant, and S12.4 holds nothing while it waits', () => {
    const run = start(testDocument([['w', 'wait', { duration: 'P14D' }]], []));
    const timer = lastCommand(run, 'set_timer');
    expect(timer).toMatchObject({
      purpose: 'wait',
      rule: { kind: 'after', duration: 'P14D', from: '2027-01-04T09:00:00.000Z' },
      dueAt: run.now + 14 * 86_400_000,
    });
    expect(run.log.findLast(({ type }) => type === 'timer.set')?.data).toMatchObject({
      dueAt: '2027-01-18T09:00:00.000Z',
    });
  });

  it('S5.4 the second firing of a timer does nothing, whichever mechanism came first', () => {
    const run = start(
      testDocument(
        [
          ['w', 'wait'],
          ['w2', 'wait'],
        ],
        [['w', 'w2']],
      ),
    );
    const first = lastCommand(run, 'set_timer');
    fire(run, 'wait');
    const { timerId, dueAt } = first;
    const again = apply(run, {
      kind: 'timer_fired',
      timerId,
      purpose: 'wait',
      visit: visit('w'),
      dueAt,
      skipped: false,
    });
    expect(again).toMatchObject({ transitions: [], commands: [] });
    expect(again.refused).toMatch(/not open/);
    expect(run.state.status).toBe('waiting_timer');
  });

  it('a skipped wait is recorded with who skipped it', () => {
    const run = start(testDocument([['w', 'wait']], []));
    const { timerId, dueAt } = lastCommand(run, 'set_timer');
    run.actor = 'user:sam';
    run.now = dueAt + 5000;
    apply(run, {
      kind: 'timer_fired',
      timerId,
      purpose: 'wait',
      visit: visit('w'),
      dueAt,
      skipped: true,
    });
    expect(run.log.find(({ type }) => type === 'timer.fired')).toMatchObject({
      actor: 'user:sam',
      data: { skipped: true, lateMs: 0 },
    });
  });
});

describe('waiting for a signal', () => {
  it('S6.3 consuming the signal, closing the wait and moving on are one answer', () => {
    const run = awaitingSignal(toPort('timed_out'));
    expect(run.state.status).toBe('waiting_signal');
    const { commands } = receive(run);
    expect(commands.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['consume_signal', 'unsubscribe', 'cancel_timers', 'save_output']),
    );
    expect(run.state).toMatchObject({ status: 'done', outcome: 'answered' });
  });

  it('S6.4 the same signal again is refused', () => {
    const run = awaitingSignal(toPort('timed_out'));
    receive(run);
    expect(receive(run)).toMatchObject({ commands: [], transitions: [] });
  });

  it('takes the port of its deadline, and a signal after that is too late', () => {
    const run = awaitingSignal(toPort('timed_out'));
    fire(run, 'deadline');
    expect(run.state).toMatchObject({ status: 'done', outcome: 'silent' });
    expect(receive(run).refused).toMatch(/already done/);
  });

  it('stops the run at its deadline where the author wants that', () => {
    const run = awaitingSignal({ after: 'PT1H', then: { kind: 'stop' } });
    fire(run, 'deadline');
    expect(run.state).toMatchObject({ status: 'stopped', outcome: 'deadline_passed' });
    expect(stepOf(run, 'reply').status).toBe('cancelled');
  });

  it('an empty correlation key fails the step: it would match anything', () => {
    expect(awaitingSignal(toPort('timed_out'), { key: ' ' }).state.outcome).toBe(
      'empty_correlation_key',
    );
  });
});

it('a message that a person reads never carries a wait past its run', () => {
  const run = start(
    testDocument(
      [
        ['a', 'work'],
        ['w', 'wait'],
      ],
      [['a', 'w']],
    ),
  );
  work(run, 'a');
  apply(run, { kind: 'cancel_requested', reason: null });
  expect(run.state.status).toBe('cancelled');
  const { timerId, dueAt } = lastCommand(run, 'set_timer', ({ purpose }) => purpose === 'wait');
  expect(
    apply(run, {
      kind: 'timer_fired',
      timerId,
      purpose: 'wait',
      visit: visit('w'),
      dueAt,
      skipped: false,
    }).refused,
  ).toMatch(/cancelled/);
});

it('S6.4 a signal for a step that waits for something else is refused', () => {
  const run = start(testDocument([['reply', 'wait']], []));
  const event = { kind: 'signal_received', visit: visit('reply'), signal: 'reply' } as const;
  const rest = { subscriptionId: 'sub_1', signalId: 'sig_1', payload: {}, early: false };
  expect(apply(run, { ...event, ...rest }).refused).toMatch(/waits for no signal/);
});
