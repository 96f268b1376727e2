import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { SANDBOX_CREDENTIALS } from '#server/sandbox/credentials.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post, type TestStep } from '#server/testing/documents.ts';
import { countRows, effectOf, vanishMidCall } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { TEST_SECRETS } from '#server/testing/test-secrets.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { sealCredentials } from './connection-seal.ts';
import { resolveEffect } from './resolve-effect.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const task: TestStep = {
  id: 'task',
  kind: 'crm_upsert',
  config: { connection: 'crm', object: 'tasks', fields: { title: 'Call' } },
};

const start = async (step: TestStep): Promise<string> => {
  const automation = await s.publish(documentOf([step, end()]));
  return (await s.start(automation)).runId;
};

/** Renamed away; what documents call by the name is from now on another connection. */
const replace = async (name: string, settings: object, credentials: object): Promise<void> => {
  await db.sql.query(
    `update connections set name = 'former-' || name where org_id = $1 and name = $2`,
    [s.orgId, name],
  );
  const id = newId('cnn');
  await db.sql.query(
    `insert into connections (id, org_id, name, kind, label, settings, credentials)
     select $1, $2, $3, kind, $3, $4, $5 from connections
      where org_id = $2 and name = 'former-' || $3`,
    [
      id,
      s.orgId,
      name,
      JSON.stringify(settings),
      sealCredentials(TEST_SECRETS.credentialsKey, id, { ...credentials }),
    ],
  );
};

const pointTo = async (name: string, baseUrl: string): Promise<void> => {
  await db.sql.query(
    `update connections set settings = settings || jsonb_build_object('baseUrl', $3::text)
      where org_id = $1 and name = $2`,
    [s.orgId, name, baseUrl],
  );
};

afterEach(async () => {
  await setFault(txOf(db.pool), 'http', { mode: 'normal' });
  await db.sql.query(
    `update connections c set name = c.id where org_id = $1
        and exists (select 1 from connections f
                     where f.org_id = c.org_id and f.name = 'former-' || c.name)`,
    [s.orgId],
  );
  await db.sql.query(
    `update connections set name = substr(name, 8) where org_id = $1 and name like 'former-%'`,
    [s.orgId],
  );
  await pointTo('crm', `${box.sandbox.httpUrl}/crm`);
  await pointTo('web', `${box.sandbox.httpUrl}/http`);
});

/** A provider that answers everything, and knows nothing of what was sent to another. */
const ELSEWHERE = '/http/elsewhere';

describe('a connection that points elsewhere between two attempts', () => {
  it('S3.3 does not repeat the key of an attempt in doubt at another provider', async () => {
    const before = await countRows(db, 'sandbox.http_requests');
    const runId = await start(post('order', box));
    await vanishMidCall(db, s.deps(), `${runId}/order`, true);
    await replace('web', { baseUrl: `${box.sandbox.httpUrl}/http` }, { token: 'another' });
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    expect(await effectOf(db, `${runId}/order`)).toMatchObject({ attempts: 1 });
    expect(await countRows(db, 'sandbox.http_requests')).toBe(before + 1);
    const entry = (await s.log(runId)).find(({ type }) => type === 'step.needs_review');
    expect(JSON.stringify(entry?.data)).toContain('points elsewhere');
    const resolve = { orgId: s.orgId, key: `${runId}/order`, actor: 'user:u' } as const;
    await resolveEffect(s.deps(), { ...resolve, outcome: 'happened' });
    await s.untilRun(runId, 'done');
  });

  it('S3.5 asks the one that was called, as long as it can be asked', async () => {
    const runId = await start(task);
    await vanishMidCall(db, s.deps(), `${runId}/task`, true);
    await replace(
      'crm',
      { baseUrl: `${box.sandbox.httpUrl}${ELSEWHERE}` },
      { token: SANDBOX_CREDENTIALS.crmToken },
    );
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, `${runId}/task`)).toMatchObject({ status: 'settled', attempts: 1 });
    const settled = (await s.log(runId)).find(({ type }) => type === 'effect.settled');
    expect(settled?.data).toMatchObject({ how: 'reconciled' });
  });

  it('S3.3 asks a person when the one that was called cannot be asked any more', async () => {
    const runId = await start(task);
    await vanishMidCall(db, s.deps(), `${runId}/task`, true);
    await pointTo('crm', `${box.sandbox.httpUrl}${ELSEWHERE}`);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    expect(await effectOf(db, `${runId}/task`)).toMatchObject({ attempts: 1 });
    const resolve = { orgId: s.orgId, key: `${runId}/task`, actor: 'user:u' } as const;
    await resolveEffect(s.deps(), { ...resolve, outcome: 'happened' });
    await s.untilRun(runId, 'done');
  });

  it('S3.3 gives up nothing of a stopped run on the word of one that was never called', async () => {
    const runId = await start(task);
    await vanishMidCall(db, s.deps(), `${runId}/task`, true);
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'user:u', reason: null });
    await pointTo('crm', `${box.sandbox.httpUrl}/crm/elsewhere`);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'cancelled');
    await waitFor(
      'a person is asked',
      async () => (await effectOf(db, `${runId}/task`)).status === 'needs_review',
    );
  });

  it('S3.5 repeats the key after a credential was renewed: it is the same account', async () => {
    const runId = await start(post('order', box));
    await vanishMidCall(db, s.deps(), `${runId}/order`, true);
    await db.sql.query(
      `update connections set updated_at = now(), credentials = (
         select $2::bytea) where org_id = $1 and name = 'web'`,
      [s.orgId, await sealedFor('web', { token: 'renewed' })],
    );
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, `${runId}/order`)).toMatchObject({ attempts: 2 });
  });

  it('S3.2 goes to the new one, and says so, when the attempt is known not to have happened', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'rate_limited', times: 1 });
    const runId = await start(post('order', box));
    await s.worker();
    await s.untilRun(runId, 'waiting_retry');
    const before = await effectOf(db, `${runId}/order`);
    await replace('web', { baseUrl: `${box.sandbox.httpUrl}/http` }, { token: 'another' });
    await advanceTime(db, '10 minutes');
    await s.untilRun(runId, 'done');
    const after = await effectOf(db, `${runId}/order`);
    expect(after).toMatchObject({ attempts: 2, request: before.request });
    expect(after.connectionId).not.toBe(before.connectionId);
    const started = (await s.log(runId)).filter(({ type }) => type === 'effect.started');
    expect(started.map(({ data }) => data['moved'] ?? false)).toEqual([false, true]);
  });
});

const sealedFor = async (name: string, credentials: object): Promise<Buffer> => {
  const { rows } = await db.sql.query<{ id: string }>(
    'select id from connections where org_id = $1 and name = $2',
    [s.orgId, name],
  );
  return sealCredentials(TEST_SECRETS.credentialsKey, rows[0]?.id ?? '', { ...credentials });
};
