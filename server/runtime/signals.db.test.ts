import { describe, expect, it } from 'vitest';
import { wakeId } from '#server/engine/keys.ts';
import { txOf } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { storeSignal } from '#server/store/signals.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, reply, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { deliverSignal, type DeliveredSignal } from './deliver-signal.ts';
import { startRunIn, type StartRun } from './start-run.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';
import { sweepSignals } from './sweep-signals.ts';

const db = testDatabase();
const s = scenario(db);

const deliver = async (
  key: string,
  identity: string,
  payload: Record<string, unknown> = {},
): Promise<DeliveredSignal> =>
  deliverSignal(s.deps(), {
    orgId: s.orgId,
    name: 'email.reply',
    correlationKey: key,
    identity,
    payload,
    source: 'signal',
  });

const waiting = async (key: string): Promise<string> => {
  const automation = await s.publish(documentOf([reply('answer'), end()]));
  return (await s.start(automation, { input: { key } })).runId;
};

const consumed = async (runId: string): Promise<readonly unknown[]> =>
  (await s.log(runId))
    .filter((entry) => entry.type === 'signal.received')
    .map((entry) => entry.data['signalId']);

describe('signals', () => {
  it('S6.1 reaches the wait that its correlation key names, and no other', async () => {
    const other = await waiting('msg-2');
    const mine = await waiting('msg-1');
    const delivered = await deliver('msg-1', 'a', { text: 'Yes' });
    expect(delivered).toMatchObject({ runId: mine, duplicate: false });
    expect(await s.status(mine)).toBe('done');
    // Though it has waited for longer.
    expect(await s.status(other)).toBe('waiting_signal');
    const { rows } = await db.sql.query(
      'select output from steps where run_id = $1 and step_id = $2',
      [mine, 'answer'],
    );
    expect(rows).toEqual([{ output: { text: 'Yes' } }]);
    await deliver('msg-2', 'b');
  });

  it('S6.2 keeps a signal that comes before its wait, and consumes it when the wait begins', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'PT1H'), reply('answer'), end()]));
    const { runId } = await s.start(automation, { input: { key: 'early' } });
    const delivered = await deliver('early', 'early-1');
    expect(delivered.runId).toBeNull();
    await advanceTime(db, '61 minutes');
    await sweepDueTimers(s.deps());
    expect(await s.status(runId)).toBe('done');
    expect(
      (await s.log(runId)).find((entry) => entry.type === 'signal.received')?.data,
    ).toMatchObject({ early: true, signalId: delivered.signalId });
  });

  it('S6.2 consumes it even when the wait is the first step', async () => {
    await deliver('first', 'first-1');
    expect(await s.status(await waiting('first'))).toBe('done');
  });

  it('S6.3 consumes and advances in one transaction, or neither', async () => {
    const runId = await waiting('atomic');
    await db.sql.query(
      `alter table run_log add constraint no_signal
         check (entries::text not like '%signal.received%') not valid`,
    );
    await expect(deliver('atomic', 'atomic-1')).rejects.toThrow(/no_signal/);
    await db.sql.query('alter table run_log drop constraint no_signal');
    const { rows } = await db.sql.query(
      `select consumed_at from signals where identity = 'atomic-1'`,
    );
    expect(rows).toEqual([{ consumed_at: null }]);
    expect(await s.status(runId)).toBe('waiting_signal');
    // Stored before it was matched: the sweep finishes what the crash left.
    await sweepSignals(s.deps());
    expect(await s.status(runId)).toBe('done');
  });

  it('S6.3 announces what follows in the transaction that consumes it, or does neither', async () => {
    const call = { id: 'call', kind: 'http_request', config: { url: 'http://127.0.0.1:9/' } };
    const automation = await s.publish(documentOf([reply('answer'), call, end()]));
    const { runId } = await s.start(automation, { input: { key: 'followed' } });
    const consumedAt = async (): Promise<unknown> =>
      (await db.sql.query(`select consumed_at as at from signals where identity = 'followed-1'`))
        .rows[0]?.['at'];
    await db.sql.query(
      `alter table outbox add constraint no_room check (created_at < '2000-01-01') not valid`,
    );
    await expect(deliver('followed', 'followed-1')).rejects.toThrow(/no_room/);
    await db.sql.query('alter table outbox drop constraint no_room');
    expect(await consumedAt()).toBeNull();
    expect(await s.status(runId)).toBe('waiting_signal');
    await sweepSignals(s.deps());
    expect(await consumedAt()).toBeInstanceOf(Date);
    const wake = wakeId(runId, { stepId: 'call', iteration: 1 }, 1);
    const { rowCount } = await db.sql.query(
      'select 1 from outbox where id = $1 and sent_at is null',
      [wake],
    );
    expect(rowCount).toBe(1);
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'user:u', reason: null });
  });

  it('S6.4 collapses duplicates by identity, and never two different signals', async () => {
    const runId = await waiting('dup');
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => deliver('dup', 'dup-1')),
    );
    expect(new Set(answers.map((answer) => answer.signalId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1);
    expect(await consumed(runId)).toHaveLength(1);
    expect((await deliver('dup', 'dup-2')).duplicate).toBe(false);
  });

  it('S6.4 never lets an old answer satisfy the next wait', async () => {
    const automation = await s.publish(documentOf([reply('one'), reply('two'), end()]));
    const { runId } = await s.start(automation, { input: { key: 'twice' } });
    await deliver('twice', 'twice-1');
    expect(await s.status(runId)).toBe('waiting_signal');
    await deliver('twice', 'twice-1');
    expect(await s.status(runId)).toBe('waiting_signal');
    await deliver('twice', 'twice-2');
    expect(await s.status(runId)).toBe('done');
    expect(new Set(await consumed(runId)).size).toBe(2);
  });

  it('misses no signal that is stored while its wait begins', async () => {
    const automation = await s.publish(documentOf([reply('answer'), end()]));
    const keys = Array.from({ length: 40 }, (_, n) => `race-${n}`);
    const runs = await Promise.all(
      keys.map(async (key) => {
        const [started] = await Promise.all([
          s.start(automation, { input: { key } }),
          deliver(key, key),
        ]);
        return started.runId;
      }),
    );
    for (const runId of runs) expect(await s.status(runId)).toBe('done');
  });

  it('S6.2 lets a signal wait for a wait that has looked and is not yet committed', async () => {
    const automationId = await s.publish(documentOf([reply('answer'), end()]));
    const ids = { runId: newId('run'), receiptId: newId('rcp') };
    const start: StartRun = {
      orgId: s.orgId,
      automationId,
      startKey: 'uncommitted',
      input: { key: 'looked' },
      trigger: 'api',
      actor: 'api',
    };
    let over = false;
    let delivering: Promise<DeliveredSignal> | undefined;
    await db.transaction(async (tx) => {
      await startRunIn(s.deps(), tx, start, ids);
      delivering = deliver('looked', 'looked-1').finally(() => {
        over = true;
      });
      await waitFor('the signal waits, or is over', async () => {
        const { rowCount } = await db.sql.query(
          `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return over || rowCount !== 0;
      });
    });
    expect(await delivering).toMatchObject({ runId: ids.runId });
    expect(await s.status(ids.runId)).toBe('done');
  });

  it('finds by the sweep what a process stored and did not live to match', async () => {
    const runId = await waiting('orphan');
    await storeSignal(txOf(db.pool), {
      id: newId('sig'),
      orgId: s.orgId,
      name: 'email.reply',
      correlationKey: 'orphan',
      identity: 'orphan-1',
      payload: {},
    });
    await sweepSignals(s.deps());
    expect(await s.status(runId)).toBe('done');
  });

  it('lets the deadline and the signal race, and exactly one of them win', async () => {
    const automation = await s.publish(
      documentOf(
        [reply('answer'), end('yes', 'yes'), end('no', 'no')],
        [
          ['trigger', 'answer'],
          ['answer', 'yes', 'received'],
          ['answer', 'no', 'timed_out'],
        ],
      ),
    );
    const runs = await Promise.all(
      Array.from({ length: 10 }, async (_, n) =>
        s.start(automation, { input: { key: `end-${n}` } }),
      ),
    );
    await advanceTime(db, '73 hours');
    await Promise.all([
      ...runs.map(async (_, n) => deliver(`end-${n}`, `end-${n}`)),
      sweepDueTimers(s.deps()),
    ]);
    while (await sweepDueTimers(s.deps()));
    for (const { runId } of runs) {
      expect(await s.status(runId)).toBe('done');
      const left = (await s.log(runId)).filter(
        (entry) => entry.type === 'step.completed' && entry.stepId === 'answer',
      );
      expect(left).toHaveLength(1);
    }
  });

  it('leaves a signal for a cancelled run unconsumed', async () => {
    const runId = await waiting('stopped');
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'api', reason: null });
    expect((await deliver('stopped', 'stopped-1')).runId).toBeNull();
    expect(await s.status(runId)).toBe('cancelled');
  });
});
