import { describe, expect, it } from 'vitest';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, mail, post, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { createRunNotices } from './run-notices.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const CONTACT = { email: 'Maya@Example.org', name: 'Maya', timezone: 'Europe/Berlin' };

describe('a whole run', () => {
  it('S12.4 waits, calls out, mails and ends, with nothing but polls and sweeps to wake it', async () => {
    const automation = await s.publish(
      documentOf([wait('pause', 'P1D'), post('order', box), mail('hello'), end()]),
    );
    const { runId } = await s.start(automation, { contact: CONTACT });
    expect(await s.status(runId)).toBe('waiting_timer');
    await s.worker();
    await advanceTime(db, '25 hours');
    await s.untilRun(runId, 'done');
    const { rows } = await db.sql.query('select subject, to_address from sandbox.messages');
    expect(rows).toEqual([{ subject: 'Hello', to_address: 'maya@example.org' }]);
    const types = (await s.log(runId)).map((entry) => entry.type);
    expect(types.filter((type) => type === 'effect.settled')).toHaveLength(2);
  });

  it('S9.4 is found by a poll where nobody tells of it: no queue, no notice, no sweep', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    await s.worker(s.deps(), { sweeps: false });
    // The second comes when the worker has looked and found nothing.
    for (let n = 0; n < 2; n += 1) {
      const { runId } = await s.start(automation);
      await s.untilRun(runId, 'done');
    }
  });

  it('S5.4 goes on at once by the queue, when its delayed job comes', async () => {
    const automation = await s.publish(
      documentOf([wait('pause', 'PT1S'), post('order', box), end()]),
    );
    await s.worker(s.deps({ pollMs: 3_600_000 }), { queueUrl: db.url, sweeps: false });
    const web = s.deps();
    const notices = createRunNotices(web);
    await notices.start();
    const { runId } = await s.start(automation, {}, web);
    await s.untilRun(runId, 'done');
    await notices.stop();
    const fired = (await s.log(runId)).find((entry) => entry.type === 'timer.fired');
    expect(fired?.data['lateMs']).toBeLessThan(3_000);
    expect(fired?.actor).toBe('engine');
  });

  it('hears at once of a run that its own process has started', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const deps = s.deps({ pollMs: 3_600_000 });
    await s.worker(deps, { sweeps: false });
    for (let n = 0; n < 2; n += 1) {
      const { runId } = await s.start(automation, {}, deps);
      await s.untilRun(runId, 'done');
    }
  });

  it('hears at once of a run that another process has started, without a poll or a sweep', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    await s.worker(s.deps({ pollMs: 3_600_000 }), { queueUrl: db.url, sweeps: false });
    const web = s.deps();
    const notices = createRunNotices(web);
    await notices.start();
    const { runId } = await s.start(automation, {}, web);
    await s.untilRun(runId, 'done');
    await notices.stop();
  });
});
