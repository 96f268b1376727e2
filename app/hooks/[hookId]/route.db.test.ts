import { beforeAll, describe, expect, it } from 'vitest';
import { setAutomationStatus } from '#server/runtime/pause-automation.ts';
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
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
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
