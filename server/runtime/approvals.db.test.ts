import { beforeAll, describe, expect, it } from 'vitest';
import { advanceTime } from '#server/testing/advance-time.ts';
import { ask, documentOf, end } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitForRow } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { decideApproval, type DecideApproval, type Decided } from './decide-approval.ts';
import { keyMayDecide, memberMayDecide } from './permission-to-decide.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

beforeAll(async () => {
  for (const [id, role] of [
    ['sam', 'approver'],
    ['kim', 'editor'],
    ['olga', 'owner'],
    ['vic', 'viewer'],
    ['lena', 'approver'],
  ]) {
    await db.sql.query(
      `insert into users (id, name, email) values ($1, initcap($1), $1 || '@example.com')`,
      [id],
    );
    await db.sql.query(
      `insert into members (id, organization_id, user_id, role) values ('mem_' || $1, $2, $1, $3)`,
      [id, s.orgId, role],
    );
  }
});

interface Asked {
  readonly id: string;
  readonly runId: string;
  readonly digest: string;
}

const asked = async (key: string, channel: 'inbox' | 'slack' = 'inbox'): Promise<Asked> => {
  const automation = await s.publish(documentOf([ask('approve', channel), end()]));
  const { runId } = await s.start(automation, { input: { key } });
  const { id, digest } = await waitForRow<{ id: string; digest: string }>(
    db,
    'the request',
    `select id, digest from approvals where run_id = $1 and status = 'open'`,
    [runId],
  );
  return { id, runId, digest };
};

const decide = async (
  approval: Asked,
  by: string,
  change: Partial<DecideApproval> = {},
): Promise<Decided> =>
  decideApproval(s.deps(), {
    orgId: s.orgId,
    approvalId: approval.id,
    decision: 'approved',
    digest: approval.digest,
    via: 'inbox',
    actor: `user:${by}`,
    comment: null,
    mayDecide: memberMayDecide(by),
    ...change,
  });

describe('approvals', () => {
  it('S6.5 the first of many decisions wins, and the others are told who, when and where', async () => {
    const approval = await asked('race');
    const answers = await Promise.all([
      decide(approval, 'sam'),
      decide(approval, 'olga', { decision: 'rejected', via: 'slack' }),
      decide(approval, 'sam', { via: 'slack' }),
    ]);
    expect(answers.filter((answer) => answer.kind === 'decided')).toHaveLength(1);
    const late = await decide(approval, 'olga');
    expect(late).toMatchObject({ kind: 'refused', reason: 'already_decided' });
    if (late.kind === 'refused')
      expect(late.message).toMatch(/^(Sam|Olga) (approved|rejected) this on /);
    const refused = (await s.log(approval.runId)).filter(
      (entry) => entry.type === 'approval.refused',
    );
    expect(refused).toHaveLength(3);
    expect(await s.status(approval.runId)).toBe('done');
  });

  it('S6.5 asks for permission at the press: named people and owners only', async () => {
    const approval = await asked('permission');
    for (const who of ['kim', 'vic', 'stranger']) {
      expect(await decide(approval, who)).toMatchObject({
        kind: 'refused',
        reason: 'not_permitted',
      });
    }
    await db.sql.query(`update members set role = 'viewer' where user_id = 'sam'`);
    expect(await decide(approval, 'sam')).toMatchObject({ reason: 'not_permitted' });
    await db.sql.query(`update members set role = 'approver' where user_id = 'sam'`);
    expect(await decide(approval, 'key', { mayDecide: keyMayDecide('viewer') })).toMatchObject({
      reason: 'not_permitted',
    });
    expect(await decide(approval, 'sam')).toMatchObject({ kind: 'decided' });
  });

  it('S6.5 refuses after the deadline, which takes its own port, and after a cancel', async () => {
    const expired = await asked('expired');
    await advanceTime(db, '25 hours');
    await sweepDueTimers(s.deps());
    expect(await decide(expired, 'sam')).toMatchObject({ kind: 'refused', reason: 'expired' });
    const cancelled = await asked('cancelled');
    await cancelRun(s.deps(), {
      orgId: s.orgId,
      runId: cancelled.runId,
      actor: 'api',
      reason: null,
    });
    expect(await decide(cancelled, 'sam')).toMatchObject({ kind: 'refused', reason: 'cancelled' });
  });

  it('S6.6 binds the exact content: another digest does not count', async () => {
    const approval = await asked('digest');
    expect(await decide(approval, 'sam', { digest: 'f'.repeat(64) })).toMatchObject({
      kind: 'refused',
      reason: 'superseded',
    });
    expect(await s.status(approval.runId)).toBe('waiting_approval');
    expect(await decide(approval, 'sam')).toMatchObject({ kind: 'decided' });
  });

  it('S6.5 posts to Slack, waits there, and rewrites the message once it is decided elsewhere', async () => {
    await s.worker();
    const approval = await asked('slack', 'slack');
    await s.untilStep(approval.runId, 'approve', 'waiting_approval');
    const posted = await waitForRow<{ blocks: unknown }>(
      db,
      'the message',
      `select blocks from sandbox.slack_messages where blocks::text like '%approval_approve%'`,
    );
    expect(JSON.stringify(posted.blocks)).toContain('approval_reject');
    expect(await decide(approval, 'sam')).toMatchObject({ kind: 'decided' });
    const closed = await waitForRow<{ blocks: unknown }>(
      db,
      'the rewritten message',
      `select blocks from sandbox.slack_messages where blocks::text like '%Approved%'`,
    );
    expect(JSON.stringify(closed.blocks)).not.toContain('approval_approve');
    await s.untilRun(approval.runId, 'done');
  });

  it('S6.5 a decision in the inbox counts while the message is still on its way', async () => {
    const approval = await asked('quick', 'slack');
    expect(await decide(approval, 'sam')).toMatchObject({ kind: 'decided' });
    expect(await s.status(approval.runId)).toBe('done');
  });

  it('S6.5 escalates at the deadline: others are asked in a message of their own, once, then it expires', async () => {
    const automation = await s.publish(
      documentOf(
        [
          {
            id: 'approve',
            kind: 'approval',
            config: {
              content: 'Escalate',
              assignees: ['sam@example.com'],
              channel: 'slack',
              deadline: {
                after: 'PT24H',
                then: {
                  escalate: { to: ['lena@example.com'], after: 'PT8H', then: 'port:expired' },
                },
              },
            },
          },
          end('yes', 'yes'),
          end('late', 'late'),
        ],
        [
          ['trigger', 'approve'],
          ['approve', 'yes', 'approved'],
          ['approve', 'late', 'expired'],
        ],
      ),
    );
    const start = async () => (await s.start(automation, { input: {} })).runId;
    const [answered, ignored] = [await start(), await start()];
    await s.worker();
    for (const runId of [answered, ignored])
      await s.untilStep(runId, 'approve', 'waiting_approval');
    await advanceTime(db, '25 hours');
    for (const runId of [answered, ignored]) {
      await waitForRow(
        db,
        'the second message',
        `select 1 as found from effects where key = $1 and status = 'settled'`,
        [`${runId}/approve:escalation-1`],
      );
      await s.untilStep(runId, 'approve', 'waiting_approval');
    }
    const { id, digest } = await waitForRow<{ id: string; digest: string }>(
      db,
      'the request',
      'select id, digest from approvals where run_id = $1',
      [answered],
    );
    expect(await decide({ id, digest, runId: answered }, 'lena')).toMatchObject({
      kind: 'decided',
    });
    await s.untilRun(answered, 'done');
    await advanceTime(db, '9 hours');
    await s.untilRun(ignored, 'done');
    const { rows } = await db.sql.query<{ outcome: string }>(
      'select outcome from runs where id = $1',
      [ignored],
    );
    expect(rows).toEqual([{ outcome: 'late' }]);
  });
});
