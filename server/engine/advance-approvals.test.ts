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

  it('S6.5 stays open in the inbox when its channel refuses the message for good', () => {
    const run = asking(toPort('expired'), 'slack');
    claim(run, 'ask');
    const { approvalId } = lastCommand(run, 'open_approval');
    const error = { code: 'rejected', message: 'Slack refused the request (channel_not_found).' };
    apply(run, { kind: 'step_errored', visit: visit('ask'), error, retryable: false });
    expect(run.state.status).toBe('waiting_approval');
    expect(run.log.find((entry) => entry.type === 'approval.post_failed')?.data).toEqual({
      approvalId,
      ...error,
    });
    expect(fold(run.log)).toEqual(run.state);
    decide(run, 'approved');
    expect(run.state.outcome).toBe('approved');
  });

  it('S6.5 a deadline still counts after the message was refused, and asks the others in Slack', () => {
    const run = asking(escalate, 'slack');
    claim(run, 'ask');
    const error = { code: 'rejected', message: 'Slack refused the request (user_not_found).' };
    apply(run, { kind: 'step_errored', visit: visit('ask'), error, retryable: false });
    fire(run, 'deadline');
    expect(stepOf(run, 'ask')).toMatchObject({ status: 'ready', deadlinesPassed: 1 });
    fire(run, 'deadline');
    expect(run.state.outcome).toBe('expired');
  });

  it('S6.5 asks the others too when the deadline passes while the first message is on its way', () => {
    const run = asking(escalate, 'slack');
    claim(run, 'ask');
    const { approvalId } = lastCommand(run, 'open_approval');
    fire(run, 'deadline');
    const posted = { kind: 'approval_posted', visit: visit('ask'), approvalId } as const;
    apply(run, { ...posted, effectKey: 'run_1/ask', deadlinesPassed: 0 });
    expect(stepOf(run, 'ask')).toMatchObject({ status: 'ready', wake: 2 });
    claim(run, 'ask');
    apply(run, { ...posted, effectKey: 'run_1/ask:escalation-1', deadlinesPassed: 1 });
    expect(run.state.status).toBe('waiting_approval');
    expect(fold(run.log)).toEqual(run.state);
  });

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

describe('a decision that comes while a worker posts the question', () => {
  const posting = () => {
    const run = asking(toPort('expired'), 'slack');
    claim(run, 'ask');
    return run;
  };

  it('S3.3 leaves the posting to be looked at, whether a person or the deadline decides', () => {
    const decided = posting();
    decide(decided, 'approved');
    expect(lastCommand(decided, 'abandon_effects').visit).toEqual(visit('ask'));
    const expired = posting();
    fire(expired, 'deadline');
    expect(expired.state.outcome).toBe('expired');
    expect(lastCommand(expired, 'abandon_effects').visit).toEqual(visit('ask'));
  });

  it('S6.5 does not count in a run that is stopping, and neither does its deadline', () => {
    const run = posting();
    apply(run, { kind: 'cancel_requested', reason: null });
    expect(decide(run, 'approved').refused).toMatch(/stopping/);
    fire(run, 'deadline');
    expect(run.state.status).toBe('stopping');
    expect(stepOf(run, 'ask').status).toBe('running');
    const { approvalId } = lastCommand(run, 'open_approval');
    apply(run, { kind: 'approval_posted', visit: visit('ask'), approvalId, effectKey: 'k' });
    expect(run.state.status).toBe('cancelled');
    expect(lastCommand(run, 'close_approval').status).toBe('cancelled');
  });

  it('S9.3 a question that needs no worker has no wake-up', () => {
    expect(stepOf(asking(toPort('expired'), 'inbox'), 'ask').wake).toBe(0);
  });
});
