/**
 * A real worker, killed with SIGKILL around the one call that nobody can take back or look up.
 * Whatever the moment: one stored email, or none, and then never silence about it.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { findEffect } from '#server/store/effects.ts';
import type { CrashPlace } from '#server/platform/crash-point.ts';
import { documentOf, end, mail } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { startWorkerProcess, type WorkerProcess } from '#server/testing/worker-process.ts';
import { resolveEffect } from './resolve-effect.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const processes: WorkerProcess[] = [];

afterEach(async () => {
  for (const worker of processes.splice(0)) await worker.kill('SIGKILL');
  await setFault(txOf(db.pool), 'smtp', { mode: 'normal' });
});

const sending = async (): Promise<string> => {
  const automation = await s.publish(documentOf([mail('hello'), end()]));
  const email = `${newId('maya')}@example.org`;
  const { runId } = await s.start(automation, { contact: { email } });
  return runId;
};

const stored = async (runId: string): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    `select count(*)::int as n from sandbox.messages m
       join contacts c on c.email = m.to_address join runs r on r.contact_id = c.id
      where r.id = $1`,
    [runId],
  );
  return rows[0]?.n ?? -1;
};

const run = async (options: Parameters<typeof startWorkerProcess>[2]): Promise<WorkerProcess> => {
  const worker = await startWorkerProcess(db, box, options);
  processes.push(worker);
  return worker;
};

/** A second worker recovers; then a person looks into the mailbox, where one has to be asked. */
const recover = async (runId: string): Promise<{ readonly asked: boolean }> => {
  const key = `${runId}/hello`;
  await run({});
  await waitFor(
    'an end or a question',
    async () => ['done', 'needs_review'].includes(await s.status(runId)),
    { timeoutMs: 20_000 },
  );
  const asked = (await s.status(runId)) === 'needs_review';
  const emails = await stored(runId);
  expect(emails).toBeLessThanOrEqual(1);
  if (!asked) expect(emails).toBe(1);
  expect((await findEffect(txOf(db.pool), key))?.status).toBe(asked ? 'needs_review' : 'settled');
  if (asked) {
    const outcome = emails === 1 ? 'happened' : 'did_not_happen';
    await resolveEffect(s.deps(), { orgId: s.orgId, key, outcome, actor: 'user:u1' });
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
  }
  expect(await stored(runId)).toBe(1);
  return { asked };
};

describe('a worker killed around the SMTP call', () => {
  const places: readonly (readonly [CrashPlace, number, boolean])[] = [
    ['effect.before_call', 0, true],
    ['effect.after_call', 1, true],
    ['effect.after_settle', 1, false],
  ];
  for (const [place, emails, asks] of places) {
    it(`S3.4 at ${place}: ${emails} stored, and ${asks ? 'a person is asked' : 'nobody is asked'}`, async () => {
      const runId = await sending();
      const worker = await run({ crashAt: place });
      expect(await worker.exited).toEqual([null, 'SIGKILL']);
      expect(await stored(runId)).toBe(emails);
      expect(await recover(runId)).toEqual({ asked: asks });
    });
  }

  it('S3.4 during the call, after the server has stored the message: one stored, a person is asked', async () => {
    await setFault(txOf(db.pool), 'smtp', { mode: 'slow', seconds: 30, times: 1 });
    const runId = await sending();
    const worker = await run({});
    await waitFor('the message', async () => (await stored(runId)) === 1);
    await worker.kill('SIGKILL');
    expect(await recover(runId)).toEqual({ asked: true });
  });

  it('S3.4 during the call, while the server still stores it: one stored, a person is asked', async () => {
    const runId = await sending();
    const holder = await db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table sandbox.messages in access exclusive mode');
      const worker = await run({});
      await waitFor('the server at work', async () => {
        const { rows } = await db.sql.query(
          `select 1 from pg_locks where relation = 'sandbox.messages'::regclass and not granted`,
        );
        return rows.length > 0;
      });
      await worker.kill('SIGKILL');
      await holder.query('commit');
    } finally {
      holder.release();
    }
    await waitFor('the message', async () => (await stored(runId)) === 1);
    expect(await recover(runId)).toEqual({ asked: true });
  });
});
