import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { setHookSecret } from '#server/runtime/set-hook-secret.ts';
import { hookCaller, type Hook } from '#testing/hook-caller.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testServices } from '#testing/test-services.ts';
import { POST } from './route.ts';

const db = testDatabase();
const services = testServices(db);
const ORG = 'org_brightwater';
const { hookOf, call, submission, runsOf, lastReceipt } = hookCaller(db, POST);

let demo: Hook;
beforeAll(async () => {
  demo = await hookOf('demo-follow-up');
});

describe('signed calls', () => {
  let secret = '';
  beforeAll(async () => {
    const made = await setHookSecret(services().deps, {
      orgId: ORG,
      automationId: demo.id,
      signed: true,
      actor: 'user:usr_lena',
    });
    secret = made.secret ?? '';
  });

  const sign = (
    body: string,
    { id = 'msg_1', at = new Date(), key = secret }: { id?: string; at?: Date; key?: string } = {},
  ): Record<string, string> => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  });

  const refused = async (body: string, headers: Record<string, string>): Promise<void> => {
    const before = await runsOf(demo.id);
    const answer = await call(demo.hookId, body, headers);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'bad_signature' });
    expect(await lastReceipt(demo.id)).toMatchObject({ result: 'bad_signature', runId: null });
    expect(await runsOf(demo.id)).toBe(before);
  };

  it('takes a call signed by another implementation of the standard', async () => {
    const body = submission('evt-signed');
    expect((await call(demo.hookId, body, sign(body))).status).toBe(202);
  });

  it('refuses the wrong secret', async () => {
    const body = submission('evt-wrong-secret');
    const key = `whsec_${Buffer.from('another secret of some length').toString('base64')}`;
    await refused(body, sign(body, { key }));
  });

  it('refuses a timestamp more than five minutes old, or ahead', async () => {
    const body = submission('evt-stale');
    await refused(body, sign(body, { at: new Date(Date.now() - 301_000) }));
    await refused(body, sign(body, { at: new Date(Date.now() + 310_000) }));
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses a call without %s',
    async (name) => {
      const body = submission('evt-missing');
      const headers = sign(body);
      delete headers[name];
      await refused(body, headers);
    },
  );

  it('refuses a signature of the wrong length', async () => {
    const body = submission('evt-length');
    const headers = sign(body);
    await refused(body, { ...headers, 'webhook-signature': 'v1,c2hvcnQ=' });
    await refused(body, { ...headers, 'webhook-signature': `${headers['webhook-signature']}AAAA` });
    await refused(body, { ...headers, 'webhook-signature': 'v1' });
  });

  it('refuses a body that was parsed and written again', async () => {
    const body = submission('evt-rewritten');
    await refused(JSON.stringify(JSON.parse(body), null, 1), sign(body));
  });

  it('answers a replay with the run that is there', async () => {
    const body = submission('evt-replay');
    const headers = sign(body, { id: 'msg_replay' });
    const first = (await (await call(demo.hookId, body, headers)).json()) as { runId: string };
    const replay = await call(demo.hookId, body, headers);
    expect(replay.status).toBe(200);
    expect(await replay.json()).toEqual({ runId: first.runId, duplicate: true });
  });

  it('takes any of several signatures, as during a change of secrets', async () => {
    const body = submission('evt-rotation');
    const headers = sign(body, { id: 'msg_rotation' });
    const several = `v1,${'A'.repeat(43)}= ${headers['webhook-signature']}`;
    const answer = await call(demo.hookId, body, { ...headers, 'webhook-signature': several });
    expect(answer.status).toBe(202);
  });
});
