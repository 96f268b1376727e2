import { describe, expect, it } from 'vitest';
import { startKeyFromPayload, startKey, wakeId } from '#server/engine/keys.ts';
import { createBoss, stopBoss } from '#server/platform/queue.ts';
import { takeUnsent } from '#server/store/outbox.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { ALL_QUEUES } from './queues.ts';
import { relayOutbox } from './relay-outbox.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const count = async (table: string, where: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
    values,
  );
  return rows[0]?.n ?? -1;
};

describe('starting once', () => {
  it('S1.1 acknowledges a second delivery, hours later, with the first run', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const first = await s.start(automation, { startKey: 'a', receipt: 'hook' });
    await advanceTime(db, '5 hours');
    const second = await s.start(automation, { startKey: 'a', receipt: 'hook' });
    expect(first.duplicate).toBe(false);
    expect(second).toMatchObject({ runId: first.runId, duplicate: true });
    expect(await count('receipts', 'run_id = $1', [first.runId])).toBe(2);
    expect((await s.log(first.runId)).at(-1)).toMatchObject({
      type: 'run.duplicate',
      data: { receiptId: second.receiptId },
    });
  });

  it('S1.1 acknowledges it also while the automation is paused', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const first = await s.start(automation, { startKey: 'paused since' });
    await db.sql.query(`update automations set status = 'paused' where id = $1`, [automation]);
    expect(await s.start(automation, { startKey: 'paused since' })).toMatchObject({
      runId: first.runId,
      duplicate: true,
    });
  });

  it('S1.1 starts one run of twenty deliveries in parallel', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const contact = { email: 'maya@example.org' };
    const started = await Promise.all(
      Array.from({ length: 20 }, async () => s.start(automation, { startKey: 'b', contact })),
    );
    expect(new Set(started.map((run) => run.runId)).size).toBe(1);
    expect(started.filter((run) => !run.duplicate)).toHaveLength(1);
    expect(await count('runs', 'automation_id = $1', [automation])).toBe(1);
    expect(await count('contacts', 'email = $1', ['maya@example.org'])).toBe(1);
  });

  it('S1.2 tells equal payloads apart by event id, and collapses them only by payload key', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const one = await s.start(automation, { startKey: startKey(automation, 'evt_1') });
    const two = await s.start(automation, { startKey: startKey(automation, 'evt_2') });
    expect(two.runId).not.toBe(one.runId);
    const byPayload = startKeyFromPayload(automation, { b: 1, a: 2 });
    const first = await s.start(automation, { startKey: byPayload });
    const same = startKeyFromPayload(automation, { a: 2, b: 1 });
    expect(await s.start(automation, { startKey: same })).toMatchObject({
      runId: first.runId,
      duplicate: true,
    });
  });

  it('S1.3 writes run, steps, log and outbox in one transaction, or nothing', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const id = wakeId(runId, { stepId: 'order', iteration: 1 }, 1);
    expect(await count('outbox', 'id = $1 and sent_at is null', [id])).toBe(1);
    // The outbox refuses: then there is no run either.
    await db.sql.query(
      `alter table outbox add constraint no_room check (created_at < '2000-01-01') not valid`,
    );
    await expect(s.start(automation, { startKey: 'no-room' })).rejects.toThrow(/no_room/);
    await db.sql.query('alter table outbox drop constraint no_room');
    expect(await count('runs', 'start_key = $1', ['no-room'])).toBe(0);
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S1.4 publishes with the outbox id as job id, and twice without harm', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const boss = await createBoss(db.url, { queues: ALL_QUEUES, maintenance: false });
    const id = wakeId(runId, { stepId: 'order', iteration: 1 }, 1);
    // Too young: whoever has been told of it already makes it needless.
    await relayOutbox({ pool: db.pool }, boss, 60_000);
    expect(await count('pgboss.job', 'id = $1', [id])).toBe(0);
    await relayOutbox({ pool: db.pool }, boss);
    expect(await count('pgboss.job', 'id = $1', [id])).toBe(1);
    // As after a crash between publishing and marking.
    await db.sql.query('update outbox set sent_at = null where id = $1', [id]);
    await relayOutbox({ pool: db.pool }, boss);
    expect(await count('pgboss.job', 'id = $1', [id])).toBe(1);
    // And once more after the queue has forgotten the id, with a worker that has already run it.
    await s.worker();
    await s.untilRun(runId, 'done');
    await db.sql.query('delete from pgboss.job where id = $1', [id]);
    await db.sql.query('update outbox set sent_at = null where id = $1', [id]);
    await s.worker(s.deps(), { queueUrl: db.url });
    await relayOutbox({ pool: db.pool }, boss);
    await stopBoss(boss);
    const started = (await s.log(runId)).filter((entry) => entry.type === 'step.started');
    expect(started).toHaveLength(1);
  });

  it('S1.4 leaves to a second relay what a first is publishing', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const boss = await createBoss(db.url, { queues: ALL_QUEUES, maintenance: false });
    await db.transaction(async (tx) => {
      expect((await takeUnsent(tx, 500, 0)).length).toBeGreaterThan(0);
      await relayOutbox({ pool: db.pool }, boss);
      expect(await count('outbox', `payload ->> 'runId' = $1 and sent_at is null`, [runId])).toBe(
        1,
      );
    });
    await relayOutbox({ pool: db.pool }, boss);
    expect(await count('outbox', `payload ->> 'runId' = $1 and sent_at is null`, [runId])).toBe(0);
    await stopBoss(boss);
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('refuses what jsonb cannot hold, with a reason, and starts nothing', async () => {
    const automation = await s.publish(documentOf([end()]));
    for (const bad of ['nul \u0000', 'half \ud800']) {
      const start = s.start(automation, { startKey: `bad ${bad.length}`, input: { text: bad } });
      await expect(start).rejects.toMatchObject({ code: 'invalid' });
    }
    expect(await count('runs', 'automation_id = $1', [automation])).toBe(0);
  });

  it('starts nothing while the automation is paused or unpublished', async () => {
    const automation = await s.publish(documentOf([end()]));
    await db.sql.query(`update automations set status = 'paused' where id = $1`, [automation]);
    await expect(s.start(automation)).rejects.toMatchObject({ code: 'paused' });
    await db.sql.query(
      `update automations set status = 'active', live_version = null where id = $1`,
      [automation],
    );
    await expect(s.start(automation)).rejects.toMatchObject({ code: 'unprocessable' });
  });

  it('ends a run without any waiting step in the transaction that starts it', async () => {
    const automation = await s.publish(documentOf([end('end', 'sent')]));
    const { runId } = await s.start(automation);
    expect(await s.status(runId)).toBe('done');
  });
});
