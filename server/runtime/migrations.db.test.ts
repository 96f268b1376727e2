/** What a migration does to runs, by where they stand. */
import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { ask, documentOf, end, reply, wait } from '#server/testing/documents.ts';
import { migrationScene } from '#server/testing/migration-scene.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { decideApproval } from './decide-approval.ts';
import { deliverSignal } from './deliver-signal.ts';

const db = testDatabase();
const s = scenario(db);
const m = migrationScene(db, s);

const typesOf = async (runId: string): Promise<string[]> =>
  (await s.log(runId)).map(({ type, stepId }) => (stepId === null ? type : `${type} ${stepId}`));

const dueIn = async (runId: string, purpose: string): Promise<number> => {
  const { rows } = await db.sql.query<{ hours: number }>(
    `select (extract(epoch from due_at - created_at) / 3600)::float8 as hours from timers
      where run_id = $1 and purpose = $2 and fired_at is null and cancelled_at is null`,
    [runId, purpose],
  );
  return Math.round(rows[0]?.hours ?? -1);
};

describe('a run that waits for time', () => {
  it('S7.2 stays where it is and goes on by the new version', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'PT1H'), end('end', 'old')]));
    const { runId } = await s.start(automation);
    await m.publishNext(automation, documentOf([wait('pause', 'PT1H'), end('end', 'new')]));
    const results = await m.migrate(automation);
    expect(results.get(runId)?.status).toBe('moved');
    expect(await m.version(runId)).toBe(2);
    const [moved] = (await s.log(runId)).filter(({ type }) => type === 'run.migrated');
    expect(moved).toMatchObject({ actor: 'user:sam', data: { from: 1, to: 2 } });
    await s.worker();
    await advanceTime(db, '1 hour');
    await s.untilRun(runId, 'done');
    const { rows } = await db.sql.query('select outcome from runs where id = $1', [runId]);
    expect(rows).toEqual([{ outcome: 'new' }]);
  });

  it('S7.2 takes a changed rule from when the wait began, and an end that is over is now', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'PT48H'), end()]));
    const { runId: longer } = await s.start(automation);
    await m.publishNext(automation, documentOf([wait('pause', 'PT72H'), end()]));
    await m.publishNext(automation, documentOf([wait('pause', 'PT2H'), end()]));
    await advanceTime(db, '10 hours');
    await m.migrate(automation);
    expect(await dueIn(longer, 'wait')).toBe(72);
    await m.migrate(automation, { from: 2, to: 3 });
    expect(await dueIn(longer, 'wait')).toBe(10);
    const moves = (await s.log(longer)).filter(({ type }) => type === 'timer.recomputed');
    expect(moves.map(({ data }) => data['cause'])).toEqual(['rule', 'rule']);
    await s.worker();
    await s.untilRun(longer, 'done');
  });

  it('S7.2 goes on under another id of the same step, its time counted from the start', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'PT48H'), end()]));
    const { runId } = await s.start(automation);
    await m.publishNext(automation, documentOf([wait('rest', 'PT48H'), end()]));
    await advanceTime(db, '47 hours');
    const mapping = [{ from: 'pause', to: 'rest' }];
    await m.migrate(automation, { mapping });
    await s.worker();
    await advanceTime(db, '1 hour');
    await s.untilRun(runId, 'done');
    expect(await typesOf(runId)).toContain('step.cancelled pause');
  });
});

describe('a run at a step that the new version does not have', () => {
  const publishBoth = async (): Promise<{ automation: string; runId: string }> => {
    const automation = await s.publish(
      documentOf([wait('before', 'PT1M'), wait('gone', 'P2D'), end()]),
    );
    const { runId } = await s.start(automation);
    await s.worker();
    await advanceTime(db, '1 minute');
    await s.untilStep(runId, 'gone', 'waiting_timer');
    await s.stopWorkers();
    await m.publishNext(automation, documentOf([wait('before', 'PT1M'), end()]));
    return { automation, runId };
  };

  it('S7.2 begins the step that the rule names, again if it was there before', async () => {
    const { automation, runId } = await publishBoth();
    await m.migrate(automation, { rules: [{ kind: 'move', stepId: 'gone', to: 'before' }] });
    expect((await s.log(runId)).filter(({ type }) => type === 'step.entered').at(-1)).toMatchObject(
      { stepId: 'before', iteration: 2 },
    );
    await s.worker();
    await advanceTime(db, '1 minute');
    await s.untilRun(runId, 'done');
  });

  it('S7.2 is cancelled where the rule says so', async () => {
    const { automation, runId } = await publishBoth();
    const results = await m.migrate(automation, { rules: [{ kind: 'cancel', stepId: 'gone' }] });
    expect(results.get(runId)?.status).toBe('cancelled');
    expect(await s.status(runId)).toBe('cancelled');
    expect(await m.version(runId)).toBe(1);
  });

  it('S7.1 finishes on its old version where the rule says so', async () => {
    const { automation, runId } = await publishBoth();
    const before = await s.log(runId);
    const results = await m.migrate(automation, { rules: [{ kind: 'leave', stepId: 'gone' }] });
    expect(results.get(runId)?.status).toBe('left');
    expect(await s.log(runId)).toEqual(before);
    await s.worker();
    await advanceTime(db, '2 days');
    await s.untilRun(runId, 'done');
    expect(await m.version(runId)).toBe(1);
  });
});

describe('a run that waits for a person or for word', () => {
  it('S7.2 S4.4 is asked anew where the question reads differently: the old decision does not count', async () => {
    const automation = await s.publish(documentOf([ask('check'), end()]));
    const { runId } = await s.start(automation, { input: { key: 'A' } });
    const changed = { ...ask('check'), config: { ...ask('check').config, content: 'New words' } };
    await m.publishNext(automation, documentOf([changed, end()]));
    const read = async () =>
      (
        await db.sql.query<{ id: string; status: string; content: string; digest: string }>(
          'select id, status, content, digest from approvals where run_id = $1 order by id',
          [runId],
        )
      ).rows;
    const [old] = await read();
    await m.migrate(automation);
    const [was, now] = await read();
    expect(was).toMatchObject({ id: old?.id, status: 'superseded' });
    expect(now).toMatchObject({ status: 'open', content: 'New words' });
    const decide = async (approvalId = '', digest = '') =>
      decideApproval(s.deps(), {
        orgId: s.orgId,
        approvalId,
        decision: 'approved',
        digest,
        via: 'inbox',
        actor: 'user:sam',
        comment: null,
        mayDecide: async () => true,
      });
    expect(await decide(old?.id, old?.digest)).toMatchObject({ reason: 'superseded' });
    await decide(now?.id, now?.digest);
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S7.2 keeps a question that reads the same, and its deadline takes the new rule', async () => {
    const automation = await s.publish(documentOf([ask('check'), end()]));
    const { runId } = await s.start(automation, { input: { key: 'A' } });
    const config = { ...ask('check').config, deadline: { after: 'PT48H', then: 'port:rejected' } };
    await m.publishNext(
      automation,
      documentOf(
        [{ ...ask('check'), config }, end()],
        [
          ['trigger', 'check'],
          ['check', 'end', 'rejected'],
        ],
      ),
    );
    await m.migrate(automation);
    const { rows } = await db.sql.query(
      `select status, deadline_then as "then",
              (extract(epoch from deadline_at - created_at) / 3600)::int as hours
         from approvals where run_id = $1`,
      [runId],
    );
    expect(rows).toEqual([{ status: 'open', then: 'port:rejected', hours: 48 }]);
    await s.worker();
    await advanceTime(db, '48 hours');
    await s.untilRun(runId, 'done');
  });

  it('S7.2 S4.2 hears word under the new key that came before the move', async () => {
    const automation = await s.publish(documentOf([reply('answer', 'old'), end()]));
    const { runId } = await s.start(automation);
    await m.publishNext(automation, documentOf([reply('answer', 'new'), end()]));
    await deliverSignal(s.deps(), {
      orgId: s.orgId,
      name: 'email.reply',
      correlationKey: 'new',
      identity: newId('id'),
      payload: { text: 'Yes' },
      source: 'signal',
    });
    expect(await s.status(runId)).toBe('waiting_signal');
    await m.migrate(automation);
    await s.worker();
    await s.untilRun(runId, 'done');
    expect(await typesOf(runId)).toContain('signal.received answer');
  });
});
