import { describe, expect, test } from 'vitest';
import type { RunDetail, RunStepView } from '#server/api/views/run-view.ts';
import { describeRun } from './describe-run.ts';
import { NOW, mayaRun } from './fixtures/maya-run.ts';

const reading = { zone: 'Europe/Berlin', now: NOW };
const say = (changes: Partial<RunDetail>): string => describeRun(mayaRun(changes), reading);

/** The run with its last step in another state. */
function standing(change: Partial<RunStepView>, run: Partial<RunDetail> = {}): string {
  const maya = mayaRun(run);
  const steps = maya.steps.map((step, index) =>
    index === maya.steps.length - 1 ? { ...step, ...change } : step,
  );
  return describeRun({ ...maya, steps }, reading);
}

describe('the sentence on top of a run', () => {
  test('says who is waited for, until when and what then', () => {
    expect(say({})).toBe('Waiting for Sam to approve until Tue 11:40 — then: expired');
  });

  test('a held run says who held it, since when and where it stands, and promises no instant', () => {
    const held = { at: new Date('2026-10-26T12:00:00Z'), by: 'Lena' };
    expect(say({ held })).toBe('Held by Lena with the automation since 13:00, at “Sam approves”');
  });

  test('S5.1 a wait names its instant in the reader’s zone and the step that follows', () => {
    const run = mayaRun();
    const [first] = run.steps;
    const wait = { ...run.timers[0]!, firedAt: null };
    expect(
      describeRun(
        {
          ...run,
          status: 'waiting_timer',
          steps: [{ ...first!, status: 'waiting_timer', finishedAt: null }],
          timers: [wait],
          now: new Date('2026-10-24T10:00:00Z'),
        },
        { zone: 'Asia/Tokyo', now: new Date('2026-10-24T10:00:00Z') },
      ),
    ).toBe('Waiting until Mon 17:06 — then: Draft the email');
  });

  test('a wait for a reply names its deadline and port', () => {
    expect(
      standing(
        { stepId: 'reply', kind: 'wait_signal', status: 'waiting_signal' },
        {
          status: 'waiting_signal',
          approvals: [],
          timers: [{ ...mayaRun().timers[1]!, stepId: 'reply' }],
        },
      ),
    ).toBe('Waiting for a reply until Tue 11:40 — then: timed out');
  });

  test('a deadline that stops the run says so', () => {
    const run = mayaRun();
    expect(say({ approvals: [{ ...run.approvals[0]!, deadlineThen: 'stop' }] })).toContain(
      'then: the run stops',
    );
    expect(say({ approvals: [{ ...run.approvals[0]!, deadlineThen: 'escalate' }] })).toContain(
      'then: someone else is asked',
    );
  });

  test('several approvers are all named', () => {
    const run = mayaRun();
    const assignees = ['sam.okafor@example.com', 'priya@example.com', 'kim@example.com'];
    expect(say({ approvals: [{ ...run.approvals[0]!, assignees }] })).toContain(
      'Sam, Priya or Kim',
    );
  });

  test('a retry names the next try', () => {
    expect(
      standing(
        { stepId: 'send_email', status: 'waiting_retry', attempt: 2 },
        {
          status: 'waiting_retry',
          timers: [
            {
              ...mayaRun().timers[1]!,
              stepId: 'send_email',
              purpose: 'retry',
              dueAt: new Date('2026-10-26T13:06:20Z'),
            },
          ],
        },
      ),
    ).toBe('Retrying Send it at 14:06, attempt 3');
  });

  test('S8.5 a parked run says the reason that a person can act on', () => {
    expect(
      standing(
        {
          stepId: 'send_email',
          status: 'parked',
          reason: { code: 'unauthorised', message: 'The mailbox needs reconnecting.' },
        },
        { status: 'parked' },
      ),
    ).toBe('Parked at Send it: The mailbox needs reconnecting');
  });

  test('S3.3 an unknown outcome is said to be unknown', () => {
    expect(
      standing({ stepId: 'send_email', status: 'needs_review' }, { status: 'needs_review' }),
    ).toBe('Nobody knows yet whether “Send it” happened — a person has to say');
  });

  test('running and about to run', () => {
    expect(
      standing(
        {
          stepId: 'draft_email',
          status: 'running',
          attempt: 2,
          startedAt: new Date('2026-10-26T13:04:51Z'),
        },
        { status: 'running' },
      ),
    ).toBe('Running Draft the email since 14:04, attempt 2');
    expect(standing({ stepId: 'draft_email', status: 'ready' }, { status: 'running' })).toBe(
      'About to run Draft the email',
    );
  });

  test('S8.1 stopping says what is still in flight, and claims no undo', () => {
    const cancel = { at: NOW, by: 'Lena Brandt', reason: null };
    expect(
      standing({ stepId: 'send_email', status: 'running' }, { status: 'stopping', cancel }),
    ).toBe('Stopping, as Lena Brandt asked, once Send it has settled');
  });

  test('finished runs say how they ended', () => {
    const finishedAt = new Date('2026-10-26T11:42:07Z');
    const closed = { finishedAt, timers: [], approvals: [] };
    expect(say({ ...closed, status: 'done', outcome: 'Answered' })).toBe(
      'Done: Answered, after 2 d 19 h',
    );
    expect(say({ ...closed, status: 'stopped', outcome: 'step budget reached' })).toBe(
      'Ended early: step budget reached, after 2 d 19 h',
    );
    expect(
      say({
        ...closed,
        status: 'cancelled',
        cancel: { at: NOW, by: 'Lena Brandt', reason: 'Maya called' },
      }),
    ).toBe('Cancelled by Lena Brandt, 14:05: Maya called');
    const undo = { by: 'Lena Brandt', reason: 'Maya called' };
    expect(say({ ...closed, status: 'stopped', outcome: 'undone', undo })).toBe(
      'Stopped and undone, as Lena Brandt asked: Maya called',
    );
    expect(
      standing(
        {
          stepId: 'send_email',
          status: 'failed',
          attempt: 5,
          error: { code: 'http', message: 'The server answered 502.' },
        },
        { ...closed, status: 'failed', outcome: 'failed' },
      ),
    ).toBe('Failed at Send it after 5 attempts: The server answered 502');
  });

  test('a run that stands in several places leads with what presses', () => {
    const run = mayaRun();
    const waiting = {
      ...run.steps[2]!,
      stepId: 'reply',
      kind: 'wait_signal',
      status: 'waiting_signal' as const,
    };
    expect(describeRun({ ...run, steps: [waiting, ...run.steps] }, reading)).toBe(
      'Waiting for Sam to approve until Tue 11:40 — then: expired, and in 1 other place',
    );
  });
});
