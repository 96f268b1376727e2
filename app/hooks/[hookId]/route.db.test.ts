import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { setAutomationStatus } from '#server/runtime/pause-automation.ts';
import { setHookSecret } from '#server/runtime/set-hook-secret.ts';
import { testDatabase } from '#testing/test-database.ts';
import { TEST_APP_URL, testServices } from '#testing/test-services.ts';
import { POST } from './route.ts';

const db = testDatabase();
const services = testServices(db);
const ORG = 'org_brightwater';

interface Hook {
  readonly id: string;
  readonly hookId: string;
}

const hookOf = async (slug: string): Promise<Hook> => {
  const { rows } = await db.sql.query<{ id: string; hookId: string }>(
    'select id, hook_id as "hookId" from automations where slug = $1',
    [slug],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`No automation ${slug}.`);
  return row;
};

const call = async (
  hookId: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> =>
  POST(
    new Request(`${TEST_APP_URL}/hooks/${hookId}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      duplex: 'half',
    } as RequestInit),
    { params: Promise.resolve({ hookId }) },
  );

const submission = (eventId: string, extra: Record<string, unknown> = {}): string =>
  JSON.stringify({ event_id: eventId, email: 'Maya@Example.com', name: 'Maya', ...extra });

const runsOf = async (automationId: string): Promise<number> => {
  const { rows } = await db.sql.query<{ count: number }>(
    'select count(*)::int as count from runs where automation_id = $1',
    [automationId],
  );
  return rows[0]?.count ?? -1;
};

const lastReceipt = async (automationId: string): Promise<Record<string, unknown>> => {
  const { rows } = await db.sql.query(
    `select result, run_id as "runId", detail from receipts
      where automation_id = $1 order by at desc, id desc limit 1`,
    [automationId],
  );
  return rows[0] ?? {};
};

let demo: Hook;
beforeAll(async () => {
  demo = await hookOf('demo-follow-up');
});

describe('starting once', () => {
  it('S1.1 starts one run for three deliveries at the same moment', async () => {
    const before = await runsOf(demo.id);
    const answers = await Promise.all(
      [1, 2, 3].map(async () => call(demo.hookId, submission('evt-parallel'))),
    );
    const bodies = (await Promise.all(answers.map(async (answer) => answer.json()))) as {
      runId: string;
      duplicate: boolean;
    }[];
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 202]);
    expect(new Set(bodies.map((body) => body.runId)).size).toBe(1);
    expect(bodies.filter((body) => !body.duplicate)).toHaveLength(1);
    expect(await runsOf(demo.id)).toBe(before + 1);
  });

  it('S1.1 acknowledges a delivery that comes hours later with the first run', async () => {
    const first = (await (await call(demo.hookId, submission('evt-late'))).json()) as object;
    await db.sql.query(`update engine_clock set offset_us = offset_us + 6 * 3600000000`);
    const again = await call(demo.hookId, submission('evt-late', { name: 'Maya L.' }));
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual({ ...first, duplicate: true });
    expect(await lastReceipt(demo.id)).toMatchObject({ result: 'duplicate' });
  });

  it('S1.2 takes the event id at the place that the trigger names, and refuses without it', async () => {
    const answer = await call(demo.hookId, JSON.stringify({ email: 'maya@example.com' }));
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({
      code: 'unprocessable',
      missing: ["the event's id at $.event_id"],
    });
    expect(await lastReceipt(demo.id)).toMatchObject({ result: 'invalid', runId: null });
  });

  it('S1.2 collapses equal payloads only where the author accepted that', async () => {
    const welcome = await hookOf('welcome-series');
    const publish = async (config: object): Promise<void> => {
      await db.sql.query(
        `with live as (select document from automation_versions where automation_id = $1 order by version desc limit 1)
         insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
         select $1, (select max(version) + 1 from automation_versions where automation_id = $1), $2,
                jsonb_set(live.document, '{trigger,config}', $3::jsonb), $3, 'test' from live`,
        [welcome.id, ORG, JSON.stringify(config)],
      );
      await db.sql.query(
        `update automations set live_version =
           (select max(version) from automation_versions where automation_id = $1) where id = $1`,
        [welcome.id],
      );
    };
    const contact = { email: '$.email' };
    await publish({ contact });
    const loose = [
      await call(welcome.hookId, '{"email":"a@x.org"}'),
      await call(welcome.hookId, '{"email":"a@x.org"}'),
    ];
    expect(loose.map((answer) => answer.status)).toEqual([202, 202]);

    await publish({ contact, collapseIdentical: true });
    const first = await call(welcome.hookId, '{"email":"a@x.org","n":1}');
    const reordered = await call(welcome.hookId, '{ "n": 1, "email": "a@x.org" }');
    const other = await call(welcome.hookId, '{"email":"a@x.org","n":2}');
    expect([first.status, reordered.status, other.status]).toEqual([202, 200, 202]);
  });

  it('keeps one contact for one address, whatever its case', async () => {
    await call(demo.hookId, submission('evt-case-1', { email: 'CASE@x.org' }));
    await call(demo.hookId, submission('evt-case-2', { email: 'case@X.org' }));
    const { rows } = await db.sql.query(
      `select email from contacts where email ilike 'case@x.org'`,
    );
    expect(rows).toEqual([{ email: 'case@x.org' }]);
  });
});

describe('refusals', () => {
  it('answers 404 where nobody listens', async () => {
    expect((await call('hk_nothing', '{}')).status).toBe(404);
  });

  it('answers 400 for what is no JSON, with a receipt that holds no payload', async () => {
    const answer = await call(demo.hookId, '{"secret-thing": ');
    expect(answer.status).toBe(400);
    const receipt = await lastReceipt(demo.id);
    expect(receipt).toMatchObject({ result: 'invalid' });
    expect(JSON.stringify(receipt)).not.toContain('secret-thing');
  });

  it('answers 422 for a list, and for an address that is none', async () => {
    expect((await call(demo.hookId, '[]')).status).toBe(422);
    const bad = await call(demo.hookId, submission('evt-bad', { email: 'not an address' }));
    expect(bad.status).toBe(422);
    expect(await bad.json()).toMatchObject({ missing: ['an email address at $.email'] });
  });

  it('answers 413 while the body still streams, whatever its length claims', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    expect((await call(demo.hookId, endless)).status).toBe(413);
    expect(sent).toBeLessThan(40);
    expect(
      (await call(demo.hookId, submission('evt-big', { blob: 'x'.repeat(1_100_000) }))).status,
    ).toBe(413);
  });

  it('answers 409 while paused, still acknowledges what it has, and starts again when resumed', async () => {
    await call(demo.hookId, submission('evt-before-pause'));
    const change = { orgId: ORG, automationId: demo.id, actor: 'user:usr_lena' };
    await setAutomationStatus(services().deps, { ...change, status: 'paused' });
    const paused = await call(demo.hookId, submission('evt-paused'));
    expect(paused.status).toBe(409);
    expect(await paused.json()).toMatchObject({ code: 'paused' });
    expect(await lastReceipt(demo.id)).toMatchObject({ result: 'paused' });
    expect((await call(demo.hookId, submission('evt-before-pause'))).status).toBe(200);
    await setAutomationStatus(services().deps, { ...change, status: 'active' });
    expect((await call(demo.hookId, submission('evt-paused'))).status).toBe(202);
  });
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
