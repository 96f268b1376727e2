import { beforeAll, describe, expect, it } from 'vitest';
import { documentOf, end, reply } from '#testing/documents.ts';
import { type Answer, restClient, type Json } from '#testing/rest-client.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testServices } from '#testing/test-services.ts';

const db = testDatabase();
const services = testServices(db);
const { ask, publish } = restClient(services);

describe('runs', () => {
  let automationId = '';
  beforeAll(async () => {
    automationId = await publish(documentOf([reply('answer', '{{ trigger.key }}'), end()]));
  });

  const start = async (body: object): Promise<Answer> =>
    ask('POST', `/automations/${automationId}/runs`, body);

  it('S1.1 start once under a start key', async () => {
    const first = await start({ startKey: 'order-1', input: { key: 'k0' } });
    const again = await start({ startKey: 'order-1', input: { key: 'k0' } });
    expect([first.status, again.status]).toEqual([202, 200]);
    expect(again.body).toEqual({ runId: first.body.runId, duplicate: true });
  });

  it('tell where they stand, with timers, and their log in order', async () => {
    const { runId } = (await start({ input: { key: 'k1' }, contact: { email: 'Ida@example.org' } }))
      .body;
    const run = (await ask('GET', `/runs/${runId}`)).body;
    expect(run).toMatchObject({
      status: 'waiting_signal',
      version: 1,
      contact: { email: 'ida@example.org' },
      currentSteps: [{ stepId: 'answer', status: 'waiting_signal' }],
    });
    expect(run.timers).toContainEqual(
      expect.objectContaining({
        stepId: 'answer',
        purpose: 'deadline',
        firedAt: null,
        zone: 'Europe/Berlin',
      }),
    );
    const whole = (await ask('GET', `/runs/${runId}/timeline`)).body;
    expect(whole.items.map((item: Json) => item.seq)).toEqual(
      whole.items.map((_: Json, index: number) => index + 1),
    );
    const page = (await ask('GET', `/runs/${runId}/timeline?limit=2`)).body;
    const rest = (await ask('GET', `/runs/${runId}/timeline?cursor=${page.nextCursor}`)).body;
    expect([...page.items, ...rest.items]).toEqual(whole.items);
    expect((await ask('GET', `/runs/${runId}/verify`)).body).toEqual({
      runId,
      equal: true,
      differences: [],
    });
    const listed = await ask('GET', '/runs?status=waiting_signal&q=ida@');
    expect(listed.body.items.map((item: Json) => item.id)).toEqual([runId]);
  });

  it('S6.4 take a signal once', async () => {
    const { runId } = (await start({ input: { key: 'k2' } })).body;
    const signal = {
      name: 'email.reply',
      correlationKey: 'k2',
      id: 'sig-1',
      payload: { text: 'yes' },
    };
    const first = await ask('POST', '/signals', signal);
    expect(first).toMatchObject({ status: 202, body: { duplicate: false, runId } });
    expect(await ask('POST', '/signals', signal)).toMatchObject({
      status: 200,
      body: { duplicate: true },
    });
    expect((await ask('GET', `/runs/${runId}`)).body.status).toBe('done');
  });

  it('S8.1 cancel at once while they wait, and only once', async () => {
    const { runId } = (await start({ input: { key: 'k3' } })).body;
    const cancelled = await ask('POST', `/runs/${runId}/cancel`, { reason: 'Wrong list' });
    expect(cancelled.body).toEqual({ status: 'cancelled', changed: true });
    expect((await ask('POST', `/runs/${runId}/cancel`)).body).toEqual({
      status: 'cancelled',
      changed: false,
    });
    expect((await ask('GET', `/runs/${runId}`)).body.cancel).toMatchObject({
      reason: 'Wrong list',
    });
    expect((await ask('POST', '/runs/run_none/cancel')).status).toBe(404);
  });

  it('S11.1 are replayed from the step that they failed at, the newest visit unless told', async () => {
    // Nothing runs here that could do the step: it fails before a worker comes to it.
    const failing = await publish(documentOf([reply('answer', '{{ trigger.gone }}'), end()]));
    const { runId } = (await ask('POST', `/automations/${failing}/runs`, {})).body;
    const failed = (await ask('GET', `/runs/${runId}`)).body;
    expect(failed).toMatchObject({
      status: 'failed',
      failure: { stepId: 'answer', name: 'answer', message: expect.stringContaining('gone') },
    });
    const listed = (await ask('GET', '/runs?status=failed')).body.items;
    expect(listed.find((item: Json) => item.id === runId).failure).toEqual(failed.failure);
    const again = await ask('POST', `/runs/${runId}/steps/answer/retry`);
    expect(again).toMatchObject({ status: 200, body: { retried: true } });
    const log = (await ask('GET', `/runs/${runId}/timeline`)).body.items;
    expect(log.find((item: Json) => item.type === 'step.resumed')).toMatchObject({
      stepId: 'answer',
      actor: expect.stringMatching(/^api:/),
      data: { cause: 'replayed' },
    });
    expect((await ask('POST', `/runs/${runId}/steps/end/retry`)).status).toBe(409);
    expect((await ask('POST', '/runs/run_none/steps/answer/retry')).status).toBe(404);
  });

  it('S8.4 of an erased contact are cancelled and scrubbed, and their log stays', async () => {
    const contact = { email: 'erase-me@example.org', name: 'Erase Me' };
    const { runId } = (await start({ input: { key: 'k4', secret: 'erase-me-too' }, contact })).body;
    const before = (await ask('GET', `/runs/${runId}/timeline`)).body.items.length;
    const [found] = (await ask('GET', '/contacts?q=erase-me')).body.items;
    const other = (await start({ input: { key: 'k5' }, contact })).body.runId;
    await ask('POST', `/runs/${other}/cancel`, { reason: 'erase-me called' });
    expect((await ask('GET', `/runs/${other}`)).body.cancel.reason).toBe('erase-me called');
    const erased = await ask('POST', `/contacts/${found.id}/erase`);
    expect(erased.body).toEqual({ id: found.id, erased: true, cancelledRuns: [runId] });
    const run = await ask('GET', `/runs/${runId}`);
    expect(run.body.status).toBe('cancelled');
    expect(JSON.stringify(run.body)).not.toMatch(/erase-me|Erase Me/);
    expect((await ask('GET', `/runs/${runId}/timeline`)).body.items.length).toBeGreaterThan(before);
    expect((await ask('PATCH', `/contacts/${found.id}`, { name: 'Back' })).status).toBe(410);
    const { rows } = await db.sql.query<{ table: string }>(
      `select 'runs' as table from runs
        where input::text like '%erase-me%' or cancel_reason like '%erase-me%'
       union all select 'contacts' from contacts c where c::text like '%erase-me%'
       union all select 'suppressions' from suppressions s where s::text like '%erase-me%'
       union all select 'transitions' from transitions t where t::text like '%erase-me%'
       union all select 'audit' from audit a where a::text like '%erase-me%'`,
    );
    expect(rows).toEqual([]);
  });
});
