/**
 * A migration and something else that wants the same run, in both orders: the run is held until both
 * stand before it, one behind the other, and is then let go. Whatever the order, the log folds into
 * the rows and every invariant holds (the scenario sees to both), and the run reaches its end.
 */
import { describe, expect, it } from 'vitest';
import { withTransaction } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { loadRunsForUpdate } from '#server/store/load-runs.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { ask, documentOf, end, reply, wait, type TestStep } from '#server/testing/documents.ts';
import { migrationScene } from '#server/testing/migration-scene.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { decideApproval } from './decide-approval.ts';
import { deliverSignal } from './deliver-signal.ts';
import { skipTimer } from './skip-timer.ts';

const db = testDatabase();
const s = scenario(db);
const m = migrationScene(db, s);

interface Act {
  readonly step: TestStep;
  readonly act: (runId: string) => Promise<unknown>;
}

const one = async <T extends Record<string, unknown>>(text: string, runId: string): Promise<T> => {
  const { rows } = await db.sql.query<T>(text, [runId]);
  if (rows[0] === undefined) throw new Error(`Nothing found: ${text}`);
  return rows[0];
};

const actor = 'user:sam';

const ACTS: Readonly<Record<string, Act>> = {
  'the end of a wait': {
    step: wait('first', 'P1D'),
    act: async (runId) => {
      const { id } = await one<{ id: string }>(
        `select id from timers where run_id = $1 and purpose = 'wait'`,
        runId,
      );
      return skipTimer(s.deps(), { orgId: s.orgId, runId, timerId: id, actor });
    },
  },
  'a word': {
    step: reply('first', '{{ run.id }}'),
    act: async (runId) =>
      deliverSignal(s.deps(), {
        orgId: s.orgId,
        name: 'email.reply',
        correlationKey: runId,
        identity: newId('id'),
        payload: {},
        source: 'signal',
      }),
  },
  'a decision': {
    step: ask('first'),
    act: async (runId) => {
      const { id, digest } = await one<{ id: string; digest: string }>(
        'select id, digest from approvals where run_id = $1',
        runId,
      );
      return decideApproval(s.deps(), {
        orgId: s.orgId,
        approvalId: id,
        decision: 'approved',
        digest,
        via: 'inbox',
        actor,
        comment: null,
        mayDecide: async () => true,
      });
    },
  },
  'a cancellation': {
    step: wait('first', 'P1D'),
    act: async (runId) => cancelRun(s.deps(), { orgId: s.orgId, runId, actor, reason: null }),
  },
};

const blocked = async (): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
};

/** Both stand before the run, the first in front, and are let go. */
const inThisOrder = async (
  runId: string,
  acts: readonly (() => Promise<unknown>)[],
): Promise<void> => {
  const begun: Promise<unknown>[] = [];
  await withTransaction(db.pool, async (tx) => {
    await loadRunsForUpdate(tx, [runId]);
    for (const [index, act] of acts.entries()) {
      begun.push(act());
      await waitFor('it stands before the run', async () => (await blocked()) > index);
    }
  });
  await Promise.all(begun);
};

describe.each(Object.entries(ACTS))('a migration and %s at once', (name, { step, act }) => {
  it.each(['the migration first', 'the migration second'])('S7.2 S2.3 %s', async (order) => {
    const automation = await s.publish(documentOf([step, wait('second', 'PT1H'), end()]));
    const { runId } = await s.start(automation, { input: { key: 'A' } });
    const next = documentOf([step, wait('second', 'PT1H'), end('end', 'new')]);
    await m.publishNext(automation, next);
    const id = await m.order(automation);
    const acts = [async () => m.work(), async () => act(runId)];
    await inThisOrder(runId, order === 'the migration first' ? acts : acts.toReversed());
    const cancelled = name === 'a cancellation';
    const tooLate = cancelled && order === 'the migration second';
    expect((await m.results(id)).get(runId)?.status).toBe(tooLate ? 'refused' : 'moved');
    expect(await m.version(runId)).toBe(tooLate ? 1 : 2);
    if (cancelled) {
      expect(await s.status(runId)).toBe('cancelled');
      return;
    }
    await s.untilStep(runId, 'second', 'waiting_timer');
    await s.worker();
    await advanceTime(db, '1 hour');
    await s.untilRun(runId, 'done');
  });
});
