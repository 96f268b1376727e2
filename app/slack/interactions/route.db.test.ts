import { beforeAll, describe, expect, it } from 'vitest';
import { buttonSigner } from '#server/runtime/button-token.ts';
import { cancelRun } from '#server/runtime/cancel-run.ts';
import { deliverSignal } from '#server/runtime/deliver-signal.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';
import { publishAutomation } from '#server/runtime/publish-automation.ts';
import { startByHand } from '#server/runtime/start-by-hand.ts';
import { createWorker } from '#server/runtime/start-worker.ts';
import { documentSchema } from '#server/engine/document.ts';
import { shutDown } from '#server/platform/lifecycle.ts';
import { upsertSlackUsers } from '#server/sandbox/store/slack-users.ts';
import { listReceipts } from '#server/store/product-receipts.ts';
import { sweepSlackPresses } from '#server/runtime/work-slack-press.ts';
import { ask, documentOf, end } from '#testing/documents.ts';
import { advanceTime } from '#testing/advance-time.ts';
import { slackPresser, type PressedApproval } from '#testing/slack-presser.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testSandbox } from '#testing/test-sandbox.ts';
import { testServices } from '#testing/test-services.ts';
import { waitFor, waitForRow } from '#testing/wait-for.ts';
import { POST } from './route.ts';

const db = testDatabase();
const box = testSandbox(db);
const services = testServices(db, box);
const ORG = 'org_brightwater';
const SAM = 'U0SAM0OKAFOR';
const PRIYA = 'U0PRIYARAMAN';
const PARTNER = 'U0PARTNERSAM';
const { tokenOf, bodyOf, send, told } = slackPresser(box, POST);

let automationId = '';

beforeAll(async () => {
  const { deps } = services();
  const source = documentOf([ask('approve', 'slack'), end()]) as { steps: { config: object }[] };
  const [approve] = source.steps;
  if (approve !== undefined)
    Object.assign(approve.config, { content: 'Hello Maya', target: '#demo-approvals' });
  const made = await createAutomation(deps, {
    orgId: ORG,
    document: documentSchema.parse(source),
    actor: 'test',
  });
  automationId = made.id;
  await publishAutomation(deps, { orgId: ORG, automationId, revision: 1, note: '', actor: 'test' });
});

/** A run whose question stands in the sandbox's Slack. */
const asked = async (): Promise<PressedApproval> => {
  const { deps } = services();
  const { runId } = await startByHand(deps, {
    orgId: ORG,
    automationId,
    input: {},
    trigger: 'manual',
    actor: 'user:usr_lena',
  });
  const worker = createWorker(deps, { queueUrl: null, sweeps: false });
  await worker.start();
  try {
    return await waitForRow<PressedApproval>(
      db,
      'the question is posted',
      `select id, run_id as "runId", digest from approvals
        where run_id = $1 and message_ref is not null`,
      [runId],
    );
  } finally {
    await shutDown(worker, 2_000);
  }
};

const decisionOf = async (id: string): Promise<Record<string, unknown>> => {
  const { rows } = await db.sql.query(
    `select status, decision, decided_by as "by", decided_via as via from approvals where id = $1`,
    [id],
  );
  return rows[0] ?? {};
};

const OPEN = { status: 'open', decision: null, by: null, via: null };

describe('a press in Slack', () => {
  it('S6.5 by an assignee decides, in their name', async () => {
    const approval = await asked();
    expect((await send(bodyOf(tokenOf(approval)))).status).toBe(200);
    await waitFor('decided', async () => (await decisionOf(approval.id))['status'] === 'decided');
    expect(await decisionOf(approval.id)).toEqual({
      status: 'decided',
      decision: 'approved',
      by: 'user:usr_sam',
      via: 'slack',
    });
  });

  it('S6.5 leaves a receipt that says what became of it, one for each press and one for a repetition', async () => {
    const approval = await asked();
    const receipts = async () =>
      (await listReceipts(db.sql, automationId, 50))
        .filter(({ runId, source }) => runId === approval.runId && source === 'slack')
        .map(({ result, detail }) => `${result}: ${detail}`)
        .toReversed();
    const refused = bodyOf(tokenOf(approval), { user: PRIYA });
    await send(refused);
    await told();
    await waitFor('refused', async () => (await receipts())[0]?.startsWith('invalid') === true);
    await send(refused);
    await send(bodyOf(tokenOf(approval)));
    await waitFor('decided', async () => (await receipts())[2]?.startsWith('accepted') === true);
    expect(await receipts()).toEqual([
      'invalid: Approve was pressed in Slack and refused: whoever pressed may not decide it.',
      'duplicate: Slack told of a press again that was known already.',
      'accepted: Approve was pressed in Slack, and counts.',
    ]);
  });

  it('S6.5 is refused when the signature is wrong, stale, or over other bytes', async () => {
    const approval = await asked();
    const body = bodyOf(tokenOf(approval));
    expect((await send(body, { secret: 'another-signing-secret' })).status).toBe(401);
    expect((await send(body, { at: Date.now() - 301_000 })).status).toBe(401);
    expect((await send(body, { sign: `${body}&x=1` })).status).toBe(401);
    expect(await decisionOf(approval.id)).toEqual(OPEN);
  });

  it('S6.5 by somebody who is not asked is refused at the press, and they are told', async () => {
    const approval = await asked();
    await send(bodyOf(tokenOf(approval), { user: PRIYA }));
    expect(await told()).toContain('You may not decide this');
    await send(bodyOf(tokenOf(approval), { user: 'U0NOBODY' }));
    expect(await told()).toContain('You may not decide this');
    expect(await decisionOf(approval.id)).toEqual(OPEN);
  });

  it('S6.5 by somebody of another company with an assignee’s address is refused', async () => {
    const approval = await asked();
    await upsertSlackUsers(db.sql, [
      { id: SAM, name: 'sam', realName: 'Sam', email: 'moved@example.com', timezone: 'UTC' },
      { id: PARTNER, name: 'p', realName: 'P', email: 'sam@example.com', timezone: 'UTC' },
    ]);
    try {
      await send(bodyOf(tokenOf(approval), { user: PARTNER }));
      expect(await told()).toContain('You may not decide this');
      expect(await decisionOf(approval.id)).toEqual(OPEN);
    } finally {
      await upsertSlackUsers(db.sql, [
        { id: PARTNER, name: 'p', realName: 'P', email: 'p@example.com', timezone: 'UTC' },
        { id: SAM, name: 'sam', realName: 'Sam', email: 'sam@example.com', timezone: 'UTC' },
      ]);
    }
  });

  it('S6.5 cannot be sent as a signal in somebody’s name', async () => {
    const approval = await asked();
    const payload = { token: { approvalId: approval.id }, slackUserId: SAM };
    const signal = { orgId: ORG, name: 'slack.press', correlationKey: approval.id, payload };
    await expect(
      deliverSignal(services().deps, { ...signal, identity: 'forged', source: 'api' }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });

  it('S6.5 by a member whose role was taken away meanwhile is refused', async () => {
    const approval = await asked();
    await db.sql.query(`update members set role = 'viewer' where user_id = 'usr_sam'`);
    try {
      await send(bodyOf(tokenOf(approval)));
      expect(await told()).toContain('You may not decide this');
      expect(await decisionOf(approval.id)).toEqual(OPEN);
    } finally {
      await db.sql.query(`update members set role = 'approver' where user_id = 'usr_sam'`);
    }
  });

  it('S6.5 after the first is told who decided, when and where', async () => {
    const approval = await asked();
    await send(bodyOf(tokenOf(approval, 'rejected')));
    await waitFor('decided', async () => (await decisionOf(approval.id))['status'] === 'decided');
    await send(bodyOf(tokenOf(approval, 'approved')));
    expect(await told()).toMatch(/^Sam Okafor rejected this on .+ UTC in Slack\.$/);
    expect((await decisionOf(approval.id))['decision']).toBe('rejected');
  });

  it('S6.5 with a button past its time decides nothing', async () => {
    const approval = await asked();
    await send(bodyOf(tokenOf(approval, 'approved', { expiresAt: Date.now() - 1 })));
    expect(await told()).toContain('expired');
    expect(await decisionOf(approval.id)).toEqual(OPEN);
  });

  it('S6.5 on a cancelled run is refused as such', async () => {
    const approval = await asked();
    const cancel = { orgId: ORG, runId: approval.runId, actor: 'user:usr_lena', reason: null };
    await cancelRun(services().deps, cancel);
    await send(bodyOf(tokenOf(approval)));
    expect(await told()).toContain('The run was stopped');
  });

  it('S6.6 for other content counts for nothing', async () => {
    const approval = await asked();
    await send(bodyOf(tokenOf(approval, 'approved', { digest: 'f'.repeat(64) })));
    expect(await told()).toContain('The content has changed');
    expect(await decisionOf(approval.id)).toEqual(OPEN);
  });

  it('S6.5 with a button that somebody made, or of another run, is refused', async () => {
    const approval = await asked();
    const forged = buttonSigner('some-other-secret-of-length')(
      { approvalId: approval.id },
      Date.now() + 1e6,
    );
    await send(bodyOf(forged));
    expect(await told()).toContain('not valid');
    await send(bodyOf(tokenOf(approval, 'approved', { runId: 'run_other' })));
    expect(await told()).toContain('not valid');
    expect(await decisionOf(approval.id)).toEqual(OPEN);
  });

  it('S6.4 that Slack sends again is one press', async () => {
    const approval = await asked();
    const body = bodyOf(tokenOf(approval), { actionTs: '1700.1' });
    await Promise.all([send(body), send(body), send(body)]);
    await waitFor('decided', async () => (await decisionOf(approval.id))['status'] === 'decided');
    const { rows } = await db.sql.query<{ count: number }>(
      `select count(*)::int as count from signals where name = 'slack.press' and correlation_key = $1`,
      [approval.id],
    );
    expect(rows[0]?.count).toBe(1);
  });

  it('is worked by another process when the one that stored it died', async () => {
    const approval = await asked();
    await db.sql.query(
      `insert into signals (id, org_id, name, correlation_key, identity, payload)
       values ('sig_left', $1, 'slack.press', $2, 'left', $3::jsonb)`,
      [
        ORG,
        approval.id,
        JSON.stringify({
          token: {
            approvalId: approval.id,
            runId: approval.runId,
            stepId: 'approve',
            iteration: 1,
            digest: approval.digest,
            decision: 'approved',
          },
          expired: false,
          slackUserId: SAM,
          responseUrl: null,
        }),
      ],
    );
    await advanceTime(db, '30 seconds');
    await sweepSlackPresses(services().deps);
    expect(await decisionOf(approval.id)).toMatchObject({
      decision: 'approved',
      by: 'user:usr_sam',
    });
  });
});
