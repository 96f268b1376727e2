/**
 * Two things that happen to one run at the same moment, for every pair of them and in both orders
 * of commit. The first is held just before its COMMIT, the second is let go until it stands before
 * the first's lock (or has finished without it), and then the first commits: no sleeps. Whatever
 * the pair, the log must fold into the rows, every invariant must hold (the scenario sees to
 * both), nothing may be thrown, and the run must be able to reach its end.
 */
import { describe, expect, it } from 'vitest';
import { withTransaction, type Tx } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { claimSteps, FIRST_QUEUE } from '#server/store/claim-steps.ts';
import { renewStepLeases } from '#server/store/renew-leases.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import {
  ask,
  documentOf,
  end,
  post,
  reply,
  wait,
  type TestStep,
} from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { advanceRuns, type AdvanceItem } from './advance-runs.ts';
import type { RunEvent } from '#server/engine/event.ts';
import type { LoadedRun } from './loaded-run.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

/** Something that may happen to the run, in a transaction of its own. */
type Act = (tx: Tx, runId: string) => Promise<void>;

const advance =
  (decide: (run: LoadedRun) => RunEvent | null): Act =>
  async (tx, runId) => {
    const item: AdvanceItem = { runId, actor: 'test', decide };
    await advanceRuns(s.deps(), tx, [item]);
  };

/** The visit that stands in one of these statuses, if any does. */
const standing = (run: LoadedRun, ...statuses: readonly string[]) => {
  const step = [...run.state.steps.values()].find((one) => statuses.includes(one.status));
  return step === undefined ? null : { stepId: step.stepId, iteration: step.iteration };
};

const ACTS: Readonly<Record<string, Act>> = {
  claim: async (tx) => {
    await claimSteps(tx, {
      lane: 'io',
      limit: 5,
      owner: 'w2',
      leaseSeconds: 30,
      mostLostAttempts: 20,
      after: FIRST_QUEUE,
    });
  },
  renew: async (tx, runId) => {
    const { rows } = await tx.query<{ id: number; token: number }>(
      'select id, token from steps where run_id = $1',
      [runId],
    );
    await renewStepLeases(tx, rows, 30);
  },
  settle: advance((run) => {
    const visit = standing(run, 'running');
    return visit === null ? null : { kind: 'step_completed', visit, port: 'next', output: null };
  }),
  cancel: advance(() => ({ kind: 'cancel_requested', reason: null })),
  signal: async (tx, runId) => {
    const { rows } = await tx.query<{ id: string; step: string }>(
      `select id, step_id as step from subscriptions where run_id = $1 and closed_at is null`,
      [runId],
    );
    const signalId = newId('sig');
    const [wanted] = rows;
    await tx.query(
      `insert into signals (id, org_id, name, correlation_key, identity)
       values ($1, $2, 'email.reply', $1, $1)`,
      [signalId, s.orgId],
    );
    if (wanted === undefined) return;
    await advance(() => ({
      kind: 'signal_received',
      visit: { stepId: wanted.step, iteration: 1 },
      subscriptionId: wanted.id,
      signalId,
      signal: 'email.reply',
      payload: {},
      early: false,
    }))(tx, runId);
  },
  'timer fire': advance((run) => {
    const timer = run.row.timers.find((one) => !one.fired && one.purpose !== 'budget');
    if (timer === undefined || timer.stepId === null || timer.iteration === null) return null;
    const visit = { stepId: timer.stepId, iteration: timer.iteration };
    const { id: timerId, purpose, dueAt } = timer;
    return { kind: 'timer_fired', timerId, purpose, visit, dueAt, skipped: true };
  }),
  sweep: advance((run) => {
    const visit = standing(run, 'running');
    return visit === null ? null : { kind: 'attempt_lost', visit, owner: 'w1' };
  }),
  approve: advance((run) => {
    const [approval] = run.row.approvals;
    if (approval === undefined) return null;
    const { stepId, iteration } = approval;
    return {
      kind: 'approval_decided',
      visit: { stepId, iteration },
      approvalId: approval.id,
      decision: 'approved',
      via: 'inbox',
      comment: null,
    };
  }),
  replay: advance((run) => {
    const failed = standing(run, 'failed');
    return failed === null ? null : { kind: 'step_resumed', visit: failed, cause: 'replayed' };
  }),
};

/** Where the run stands when the two meet: each act means something in at least one of them. */
const STANDS: Readonly<Record<string, { steps: () => readonly TestStep[]; prepare: Act }>> = {
  ready: { steps: () => [post('work', box)], prepare: async () => undefined },
  running: { steps: () => [post('work', box)], prepare: ACTS['claim'] as Act },
  signal: { steps: () => [reply('work')], prepare: async () => undefined },
  timer: { steps: () => [wait('work', 'PT1H')], prepare: async () => undefined },
  approval: { steps: () => [ask('work')], prepare: async () => undefined },
  failed: {
    steps: () => [post('work', box)],
    prepare: async (tx, runId) => {
      await (ACTS['claim'] as Act)(tx, runId);
      await advance((run) => {
        const visit = standing(run, 'running');
        const error = { code: 'rejected', message: 'Refused.' };
        return visit === null ? null : { kind: 'step_errored', visit, error, retryable: false };
      })(tx, runId);
    },
  },
};

/** Acts by where they mean something. */
const AT: Readonly<Record<string, readonly string[]>> = {
  ready: ['claim'],
  running: ['renew', 'settle', 'sweep'],
  signal: ['signal'],
  timer: ['timer fire'],
  approval: ['approve'],
  failed: ['replay'],
};

const isBlocked = async (): Promise<boolean> => {
  const { rowCount } = await db.sql.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' limit 1`,
  );
  return rowCount !== 0;
};

/** `first` commits first; `second` began before that commit and waits for what it has to. */
const race = async (runId: string, first: Act, second: Act): Promise<void> => {
  const acted = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const one = withTransaction(db.pool, async (tx) => {
    await first(tx, runId);
    acted.resolve();
    await commit.promise;
  });
  one.catch(acted.reject);
  await acted.promise;
  let over = false;
  const two = withTransaction(db.pool, async (tx) => second(tx, runId)).finally(() => {
    over = true;
  });
  two.catch(() => undefined);
  await waitFor('the second stands or is over', async () => over || isBlocked());
  commit.resolve();
  await Promise.all([one, two]);
};

const begin = async (stand: string): Promise<string> => {
  const { steps, prepare } = STANDS[stand] ?? { steps: () => [], prepare: async () => undefined };
  const automation = await s.publish(documentOf([...steps(), end()]));
  const { runId } = await s.start(automation, { input: { key: newId('key') } });
  await withTransaction(db.pool, async (tx) => prepare(tx, runId));
  return runId;
};

/** Numbered without holes or doubles, and at most one claim alive per visit. */
const assertLog = async (runId: string): Promise<void> => {
  const log = await s.log(runId);
  expect(log.map((entry) => entry.seq)).toEqual(log.map((_, index) => index + 1));
  const ends = log.filter((entry) => entry.type === 'step.completed' && entry.stepId === 'work');
  expect(ends.length, 'the step completes at most once').toBeLessThanOrEqual(1);
};

const finishOff = async (): Promise<void> => {
  await withTransaction(db.pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      'select id from runs where finished_at is null order by id',
    );
    for (const { id } of rows) await (ACTS['cancel'] as Act)(tx, id);
  });
  await advanceTime(db, '31 seconds');
  await s.worker();
  await waitFor('all have ended', async () => {
    const { rowCount } = await db.sql.query('select 1 from runs where finished_at is null');
    return rowCount === 0;
  });
};

const NAMES = Object.keys(ACTS);

describe('two at once', () => {
  for (const [stand, meaning] of Object.entries(AT)) {
    it(`S2.3 at a step that is ${stand}: every pair, in both orders of commit`, async () => {
      for (const first of meaning) {
        for (const second of NAMES) {
          for (const [one, two] of [
            [first, second],
            [second, first],
          ] as const) {
            const runId = await begin(stand);
            await race(runId, ACTS[one] as Act, ACTS[two] as Act);
            await assertLog(runId);
          }
        }
      }
      await finishOff();
    }, 60_000);
  }
});
