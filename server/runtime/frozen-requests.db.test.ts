import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, mail, type TestStep } from '#server/testing/documents.ts';
import { countRows, effectOf, vanishMidCall } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { resolveEffect } from './resolve-effect.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

afterEach(async () => {
  for (const service of ['http', 'smtp'] as const) {
    await setFault(txOf(db.pool), service, { mode: 'normal' });
  }
});

const call = (method: string, config: object = {}): TestStep => ({
  id: 'order',
  kind: 'http_request',
  config: { connection: 'web', url: `${box.sandbox.httpUrl}/http/orders`, method, ...config },
});

const start = async (step: TestStep): Promise<string> => {
  const automation = await s.publish(documentOf([step, end()]));
  return (await s.start(automation, { contact: { email: 'maya@example.org' } })).runId;
};

describe('frozen requests', () => {
  it('S3.5 sends every attempt from the same sender, whatever the mailbox says meanwhile', async () => {
    await setFault(txOf(db.pool), 'smtp', { mode: 'rate_limited', times: 1 });
    const runId = await start(mail('hello'));
    await s.worker();
    await s.untilRun(runId, 'waiting_retry');
    const before = await effectOf(db, `${runId}/hello`);
    await db.sql.query(
      `update connections set settings = settings || '{"from": "Kim <kim@example.com>"}'
        where org_id = $1 and name = 'mailbox'`,
      [s.orgId],
    );
    await advanceTime(db, '10 minutes');
    await s.untilRun(runId, 'done');
    const after = await effectOf(db, `${runId}/hello`);
    expect(after).toMatchObject({ attempts: 2, request: before.request });
    const { rows } = await db.sql.query<{ raw: string }>(
      'select m::text as raw from sandbox.messages m',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.raw).toContain('sam@example.com');
    expect(rows[0]?.raw).not.toContain('kim@example.com');
  });

  it.each(['GET', 'PUT', 'DELETE'])('S3.5 repeats a %s whose answer was lost', async (method) => {
    const runId = await start(call(method));
    await vanishMidCall(db, s.deps(), `${runId}/order`, true);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, `${runId}/order`)).toMatchObject({ status: 'settled', attempts: 2 });
  });

  it('S3.5 repeats a POST only where the author says that the address honours the key', async () => {
    const before = await countRows(db, 'sandbox.http_requests');
    const trusted = await start(call('POST', { honoursKey: true }));
    await vanishMidCall(db, s.deps(), `${trusted}/order`, true);
    const open = await start(call('POST'));
    await vanishMidCall(db, s.deps(), `${open}/order`, true);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(trusted, 'done');
    await s.untilRun(open, 'needs_review');
    expect(await effectOf(db, `${open}/order`)).toMatchObject({ attempts: 1 });
    expect(await countRows(db, 'sandbox.http_requests')).toBe(before + 2);
    const resolve = { orgId: s.orgId, key: `${open}/order`, actor: 'user:u' } as const;
    await resolveEffect(s.deps(), { ...resolve, outcome: 'happened' });
    await s.untilRun(open, 'done');
  });

  it('S3.5 does not take a broken server for one that did nothing', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'accept_then_error', times: 1 });
    const runId = await start(call('POST'));
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    const resolve = { orgId: s.orgId, key: `${runId}/order`, actor: 'user:u' } as const;
    await resolveEffect(s.deps(), { ...resolve, outcome: 'happened' });
    await s.untilRun(runId, 'done');
  });
});
