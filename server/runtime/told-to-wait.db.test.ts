import { afterEach, describe, expect, it } from 'vitest';
import { LONGEST_RETRY_AFTER_SECONDS } from '#server/engine/retry-policy.ts';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post } from '#server/testing/documents.ts';
import { effectOf } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitForRow } from '#server/testing/wait-for.ts';
import { retryStep } from './retry-step.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const HOUR_MS = 3_600_000;

afterEach(async () => {
  await setFault(txOf(db.pool), 'http', { mode: 'normal' });
});

/** A run whose first call is answered with 429 and this `Retry-After`. */
const refusedWith = async (retryAfter: string): Promise<string> => {
  await setFault(txOf(db.pool), 'http', { mode: 'rate_limited', retryAfter, times: 1 });
  const automation = await s.publish(documentOf([post('order', box), end()]));
  const { runId } = await s.start(automation);
  await s.worker();
  return runId;
};

const retryDueAt = async (runId: string): Promise<Date> =>
  (
    await waitForRow<{ at: Date }>(
      db,
      'the retry',
      `select due_at as at from timers where run_id = $1 and purpose = 'retry'`,
      [runId],
    )
  ).at;

const inHours = (hours: number): Date =>
  new Date(Math.floor(Date.now() / 1000) * 1000 + hours * HOUR_MS);

describe('a provider that says when to come back', () => {
  it('S4.2 is left alone until its HTTP date, and asked again after it', async () => {
    const told = inHours(2);
    const runId = await refusedWith(told.toUTCString());
    await s.untilRun(runId, 'waiting_retry');
    const due = await retryDueAt(runId);
    expect(due.getTime()).toBeGreaterThanOrEqual(told.getTime());
    expect(due.getTime()).toBeLessThan(told.getTime() + HOUR_MS);
    const scheduled = (await s.log(runId)).find(({ type }) => type === 'step.retry_scheduled');
    expect(scheduled?.data).toMatchObject({ retryAfter: true });
    await advanceTime(db, '3 hours');
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, `${runId}/order`)).toMatchObject({ attempts: 2 });
  });

  it('S4.2 is asked again at once when its date has passed', async () => {
    const runId = await refusedWith(inHours(-2).toUTCString());
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, `${runId}/order`)).toMatchObject({ attempts: 2 });
  });

  it('S4.2 is waited for as long as a day', async () => {
    const runId = await refusedWith(String(LONGEST_RETRY_AFTER_SECONDS));
    await s.untilRun(runId, 'waiting_retry');
    await advanceTime(db, '25 hours');
    await s.untilRun(runId, 'done');
  });

  it.each([
    String(LONGEST_RETRY_AFTER_SECONDS + 1),
    '1000000000000',
    '9'.repeat(100),
    'Fri, 31 Dec 9999 23:59:59 GMT',
    inHours(25).toUTCString(),
  ])('S4.2 parks the step, for a person to try again, at %s', async (retryAfter) => {
    const runId = await refusedWith(retryAfter);
    await s.untilRun(runId, 'parked');
    const parked = (await s.log(runId)).find(({ type }) => type === 'step.parked');
    expect(parked?.data).toMatchObject({ code: 'retry_after_too_long' });
    await retryStep(s.deps(), {
      orgId: s.orgId,
      runId,
      stepId: 'order',
      iteration: null,
      actor: 'user:u',
    });
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, `${runId}/order`)).toMatchObject({ attempts: 2 });
  });

  it.each(['soon', '-5', '', 'Friday'])('S4.2 is not misread: %j means nothing', async (word) => {
    const runId = await refusedWith(word === '' ? ' ' : word);
    await s.untilRun(runId, 'waiting_retry');
    const scheduled = (await s.log(runId)).find(({ type }) => type === 'step.retry_scheduled');
    expect(scheduled?.data).toMatchObject({ retryAfter: false });
    await advanceTime(db, '1 hour');
    await s.untilRun(runId, 'done');
  });
});
