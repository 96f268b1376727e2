/**
 * Two sessions against each other, held apart by locks that the tests themselves take: each waits
 * at the very statement that the race is about, and none of them sleeps.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { txOf, type Tx } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { beginFirstAttempt, beginNextAttempt } from '#server/store/begin-effect.ts';
import { claimSteps, FIRST_QUEUE, type ClaimedStep } from '#server/store/claim-steps.ts';
import { findEffect } from '#server/store/effects.ts';
import { failEffect, settleEffect } from '#server/store/end-effect.ts';
import { renewStepLeases } from '#server/store/renew-leases.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, mail, post } from '#server/testing/documents.ts';
import { effectOf, vanishMidCall } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { commitAdvance } from './commit-advance.ts';
import { resolveEffect } from './resolve-effect.ts';
import { sweepEffects } from './sweep-effects.ts';

const CONTACT = { email: 'maya@example.org' };
const db = testDatabase({ max: 20 });
const box = testSandbox(db);
const s = scenario(db, box);

afterEach(async () => {
  await setFault(txOf(db.pool), 'smtp', { mode: 'normal' });
});

const waitingSessions = async (): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
};

/** Holds the run's lock until `sessions` others wait for it; `meanwhile` is committed then. */
const behindLock = async (
  runId: string,
  sessions: number,
  begin: () => void,
  meanwhile: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query('select 1 from runs where id = $1 for update', [runId]);
    begin();
    await waitFor('the others wait', async () => (await waitingSessions()) >= sessions);
    await meanwhile(tx);
  });

const claimOne = async (): Promise<ClaimedStep> => {
  const { steps } = await claimSteps(txOf(db.pool), {
    lane: 'io',
    limit: 1,
    owner: 'first',
    leaseSeconds: 30,
    mostLostAttempts: 20,
    after: FIRST_QUEUE,
  });
  const [step] = steps;
  if (step === undefined) throw new Error('There is nothing to claim.');
  return step;
};

const startOf = (step: ClaimedStep, owner: string) => ({
  key: `${step.runId}/${step.stepId}`,
  orgId: step.orgId,
  runId: step.runId,
  stepId: step.stepId,
  iteration: step.iteration,
  connector: 'http',
  connectionId: null,
  connectionTarget: null,
  request: {},
  requestDigest: 'digest',
  keyTtlSeconds: null,
  stepToken: step.token,
  owner,
  leaseSeconds: 30,
});

/** Ends the step as a join that has enough does: the run goes on, its number grows. */
const takeAway = async (tx: Tx, step: ClaimedStep): Promise<void> => {
  await tx.query('update runs set seq = seq + 1 where id = $1', [step.runId]);
  await tx.query(
    `insert into transitions (run_id, seq, org_id, type, step_id, iteration, actor, data)
     select id, seq, org_id, 'step.lost', $2, 1, 'sweep',
            '{"attempt": 1, "owner": "first", "wake": 2}' from runs where id = $1`,
    [step.runId, step.stepId],
  );
  await tx.query(
    `update steps set status = 'ready', owner = null, lease_until = null, wake = 2,
            ready_at = engine_now() where id = $1`,
    [step.id],
  );
};

describe('races that are decided while a statement waits for its lock', () => {
  it('S3.2 begins no effect for a step that was taken away while it waited for the run', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const step = await claimOne();
    let begun: Promise<unknown> = Promise.resolve();
    await behindLock(
      runId,
      1,
      () => {
        begun = beginFirstAttempt(txOf(db.pool), startOf(step, 'first'));
      },
      async (tx) => takeAway(tx, step),
    );
    expect(await begun).toBeNull();
    expect(await findEffect(txOf(db.pool), `${runId}/order`)).toBeNull();
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S3.2 begins no further attempt for a step that was taken away while it waited', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const step = await claimOne();
    const tx = txOf(db.pool);
    const start = startOf(step, 'first');
    await beginFirstAttempt(tx, start);
    const failure = { key: start.key, actor: 'worker:first', code: 'unavailable', message: 'Busy' };
    await failEffect(tx, { ...failure, token: 1 }, 'claimed');
    let begun: Promise<unknown> = Promise.resolve();
    await behindLock(
      runId,
      1,
      () => {
        begun = beginNextAttempt(txOf(db.pool), { ...start, token: 1 });
      },
      async (session) => takeAway(session, step),
    );
    expect(await begun).toBeNull();
    expect(await effectOf(db, start.key)).toMatchObject({ status: 'claimed', attempts: 1 });
    await db.sql.query(`update effects set request = '{"erased": true}' where key = $1`, [
      start.key,
    ]);
    await commitAdvance(s.deps(), {
      runId,
      actor: 'test',
      decide: () => ({ kind: 'cancel_requested', reason: null }),
    });
  });

  it('S3.5 of two people who answer at once one is taken at their word, and the other is told', async () => {
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: CONTACT });
    const key = `${runId}/hello`;
    await vanishMidCall(db, s.deps(), key, true);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    const answers = ['happened', 'did_not_happen', 'stop'] as const;
    const attempts: Promise<unknown>[] = [];
    await behindLock(runId, answers.length, () => {
      for (const outcome of answers) {
        const resolve = { orgId: s.orgId, key, outcome, actor: `user:${outcome}` };
        attempts.push(
          resolveEffect(s.deps(), resolve).then(
            () => 'taken',
            (error: unknown) => (error as { code?: unknown }).code,
          ),
        );
      }
    });
    const ends = await Promise.all(attempts);
    expect(ends.filter((how) => how === 'taken')).toHaveLength(1);
    expect(ends.filter((how) => how === 'conflict')).toHaveLength(2);
    await waitFor('the end', async () => ['done', 'stopped'].includes(await s.status(runId)));
  });

  it('S3.3 keeps the first of two answers of the provider that come at once', async () => {
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: CONTACT });
    const key = `${runId}/hello`;
    await vanishMidCall(db, s.deps(), key, true);
    const answer = { key, token: 1, actor: 'worker:gone', reply: {}, how: 'performed' } as const;
    const settles: Promise<boolean>[] = [];
    await behindLock(runId, 2, () => {
      for (const result of [{ messageId: 'a' }, { messageId: 'b' }]) {
        settles.push(settleEffect(txOf(db.pool), { ...answer, result }));
      }
    });
    expect((await Promise.all(settles)).filter(Boolean)).toHaveLength(1);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S2.5 renews all other leases while one step’s row is held by a slow transaction', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    await s.start(automation);
    await s.start(automation);
    const [held, free] = [await claimOne(), await claimOne()];
    const deps = s.deps();
    await db.transaction(async (tx) => {
      await tx.query('select 1 from steps where id = $1 for update', [held.id]);
      const renewal = await renewStepLeases(txOf(db.pool), [held, free], 30);
      expect([...renewal.extended]).toEqual([free.id]);
      expect([...renewal.busy]).toEqual([held.id]);
    });
    expect((await renewStepLeases(txOf(db.pool), [held, free], 30)).extended.size).toBe(2);
    await advanceTime(db, '31 seconds');
    await s.worker(deps);
    await s.untilRun(held.runId, 'done');
    await s.untilRun(free.runId, 'done');
  });
});

describe('answers that come when somebody else is asked already', () => {
  it('S3.5 goes on by an answer whose worker died before it could say so', async () => {
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: CONTACT });
    const key = `${runId}/hello`;
    await vanishMidCall(db, s.deps(), key, true);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    await s.stopWorkers();
    const answer = { key, token: 1, actor: 'worker:gone', reply: {}, how: 'performed' } as const;
    expect(await settleEffect(txOf(db.pool), { ...answer, result: { messageId: 'm' } })).toBe(true);
    await sweepEffects(s.deps());
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S8.1 gives up what failed after its visit had ended', async () => {
    await setFault(txOf(db.pool), 'smtp', { mode: 'slow', seconds: 1, times: 1 });
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: CONTACT });
    const key = `${runId}/hello`;
    await vanishMidCall(db, s.deps(), key, false);
    await commitAdvance(s.deps(), {
      runId,
      actor: 'test',
      decide: () => ({ kind: 'stop_requested', visit: null, reason: 'test' }),
    });
    const failure = { key, token: 1, actor: 'worker:gone', code: 'unavailable', message: 'Busy' };
    await failEffect(txOf(db.pool), failure, 'claimed');
    await sweepEffects(s.deps());
    expect(await effectOf(db, key)).toMatchObject({ status: 'abandoned' });
  });
});
