import { describe, expect, it } from 'vitest';
import { fold } from './evolve.ts';
import { digestText } from './keys.ts';
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

const toPort = (port: string) => ({ after: 'PT24H', then: { kind: 'port', port } });
const escalate = {
  after: 'PT24H',
  then: {
    kind: 'escalate',
    to: ['kim@example.com'],
    after: 'PT8H',
    finally: { kind: 'port', port: 'expired' },
  },
};

function decide(run: TestRun, decision: 'approved' | 'rejected', approvalId?: string) {
  return apply(run, {
    kind: 'approval_decided',
    visit: visit('ask'),
    approvalId: approvalId ?? lastCommand(run, 'open_approval').approvalId,
    decision,
    via: 'inbox',
    comment: null,
  });
}

const asking = (deadline: object, channel: 'slack' | 'inbox') =>
  start(
    testDocument(
      [
        ['ask', 'approval', { deadline, channel }],
        ['yes', 'end', { outcome: 'approved' }],
        ['no', 'end', { outcome: 'rejected' }],
        ['late', 'end', { outcome: 'expired' }],
      ],
      [
        ['ask', 'yes', 'approved'],
        ['ask', 'no', 'rejected'],
        ['ask', 'late', 'expired'],
      ],
    ),
  );

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

describe('waiting for a decision', () => {
  it('S6.6 asks about exactly this content, by its digest', () => {
    const run = asking(toPort('expired'), 'inbox');
    expect(run.state.status).toBe('waiting_approval');
    expect(lastCommand(run, 'open_approval')).toMatchObject({
      content: 'Dear Maya',
      digest: digestText('Dear Maya'),
      then: 'port:expired',
    });
    expect(JSON.stringify(run.log)).not.toContain('Maya');
  });

  it('S6.5 the first decision wins and the second is refused', () => {
    const run = asking(toPort('expired'), 'inbox');
    run.actor = 'user:sam';
    decide(run, 'approved');
    expect(run.state.outcome).toBe('approved');
    expect(lastCommand(run, 'save_output').output).toMatchObject({
      decision: 'approved',
      comment: null,
      decidedBy: 'user:sam',
    });
    expect(lastCommand(run, 'close_approval')).toMatchObject({
      status: 'decided',
      decision: 'approved',
    });
    expect(decide(run, 'rejected').refused).toMatch(/already done/);
  });

  it('S6.5 a decision after the deadline is refused', () => {
    const run = asking(toPort('expired'), 'inbox');
    fire(run, 'deadline');
    expect(run.state.outcome).toBe('expired');
    expect(lastCommand(run, 'close_approval')).toMatchObject({ status: 'expired', decision: null });
    expect(decide(run, 'approved').commands).toEqual([]);
  });

  it('S6.5 a decision on another approval is refused', () => {
    const run = asking(toPort('expired'), 'inbox');
    expect(decide(run, 'approved', 'apr_other').refused).toMatch(/not the open approval/);
    expect(run.state.status).toBe('waiting_approval');
  });

  it('in Slack a worker posts the question first, and then a person is waited for', () => {
    const run = asking(toPort('expired'), 'slack');
    expect(stepOf(run, 'ask')).toMatchObject({ status: 'ready', lane: 'io' });
    claim(run, 'ask');
    const { approvalId } = lastCommand(run, 'open_approval');
    const posted = {
      kind: 'approval_posted',
      visit: visit('ask'),
      approvalId,
      effectKey: 'run_1/ask',
    } as const;
    apply(run, posted);
    expect(run.state.status).toBe('waiting_approval');
    expect(apply(run, posted).refused).toMatch(/not running/);
    decide(run, 'rejected');
    expect(run.state.outcome).toBe('rejected');
  });

  it.each(['ready', 'running', 'parked'] as const)(
    'a decision counts while the posting is %s',
    (status) => {
      const run = asking(toPort('expired'), 'slack');
      if (status !== 'ready') claim(run, 'ask');
      if (status === 'parked') {
        const error = { code: 'not_authorised', message: 'Reconnect Slack.' };
        apply(run, { kind: 'step_parked', visit: visit('ask'), error, connectionId: 'con_1' });
      }
      decide(run, 'approved');
      expect(run.state.outcome).toBe('approved');
      expect(fold(run.log)).toEqual(run.state);
    },
  );

  it('S6.5 escalates once, keeps the earlier message valid, and then takes the last resort', () => {
    const run = asking(escalate, 'slack');
    claim(run, 'ask');
    const { approvalId } = lastCommand(run, 'open_approval');
    apply(run, {
      kind: 'approval_posted',
      visit: visit('ask'),
      approvalId,
      effectKey: 'run_1/ask',
    });
    const firstDeadline = lastCommand(run, 'set_timer');
    fire(run, 'deadline');
    expect(lastCommand(run, 'escalate_approval')).toMatchObject({
      approvalId,
      assignees: ['kim@example.com'],
      deadlineAt: run.now + 8 * 3_600_000,
      then: 'port:expired',
    });
    expect(JSON.stringify(run.log)).not.toContain('example.com');
    expect(stepOf(run, 'ask')).toMatchObject({ status: 'ready', wake: 2, deadlinesPassed: 1 });
    const { timerId, dueAt } = firstDeadline;
    const again = apply(run, {
      kind: 'timer_fired',
      timerId,
      purpose: 'deadline',
      visit: visit('ask'),
      dueAt,
      skipped: false,
    });
    expect(again.refused).toMatch(/not open/);
    fire(run, 'deadline');
    expect(run.state.outcome).toBe('expired');
  });

  it('an escalated question can still be decided by the first request', () => {
    const run = asking(escalate, 'inbox');
    fire(run, 'deadline');
    expect(stepOf(run, 'ask').status).toBe('waiting_approval');
    decide(run, 'approved');
    expect(run.state.outcome).toBe('approved');
  });

  it('S6.5 two questions in a row are different questions', () => {
    const run = start(
      testDocument(
        [
          ['ask', 'approval', { deadline: toPort('expired') }],
          ['ask2', 'approval', { deadline: toPort('expired') }],
        ],
        [['ask', 'ask2', 'approved']],
      ),
    );
    const { approvalId } = lastCommand(run, 'open_approval');
    decide(run, 'approved');
    const event = {
      kind: 'approval_decided',
      approvalId,
      decision: 'approved',
      via: 'api',
      comment: null,
    } as const;
    expect(apply(run, { ...event, visit: visit('ask2') }).refused).toMatch(/not the open approval/);
    expect(stepOf(run, 'ask2').status).toBe('waiting_approval');
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
