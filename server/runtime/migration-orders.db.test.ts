/** Orders to move runs to another version: weighed, begun once, and looked at before. */
import { describe, expect, it } from 'vitest';
import { AppError } from '#server/platform/errors.ts';
import { documentOf, end, wait } from '#server/testing/documents.ts';
import { migrationScene } from '#server/testing/migration-scene.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitForRow } from '#server/testing/wait-for.ts';
import { setAutomationStatus } from './pause-automation.ts';
import { previewMigration } from './preview-migration.ts';

const db = testDatabase();
const s = scenario(db);
const m = migrationScene(db, s);

const OLD = documentOf([wait('pause', 'P1D'), end('end', 'old')]);
const NEW = documentOf([wait('pause', 'P1D'), end('end', 'new')]);

/** An automation with so many runs waiting on version 1, and a version 2. */
const waiting = async (runs: number): Promise<{ automation: string; runIds: string[] }> => {
  const automation = await s.publish(OLD);
  const started = await Promise.all(Array.from({ length: runs }, async () => s.start(automation)));
  await m.publishNext(automation, NEW);
  return { automation, runIds: started.map(({ runId }) => runId).toSorted() };
};

const problemOf = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error('It was not refused.', { cause: error });
};

describe('beginning a migration', () => {
  it('S7.2 twice under one key is one batch, and under another while it runs is refused', async () => {
    const { automation } = await waiting(1);
    const first = await m.order(automation, { key: 'wizard-1' });
    expect(await m.order(automation, { key: 'wizard-1' })).toBe(first);
    const both = await Promise.all([
      m.order(automation, { key: 'wizard-1' }),
      m.order(automation, { key: 'wizard-1' }),
    ]);
    expect(both).toEqual([first, first]);
    const other = await problemOf(m.order(automation, { key: 'wizard-2' }));
    expect(other).toMatchObject({ code: 'conflict', details: { migrationId: first } });
    const reused = await problemOf(
      m.order(automation, { key: 'wizard-1', rules: [{ kind: 'cancel', stepId: 'pause' }] }),
    );
    expect(reused.code).toBe('conflict');
    await m.work();
    expect(await m.state(first)).toMatchObject({ status: 'done', total: 1, moved: 1 });
    expect(await m.order(automation, { key: 'wizard-1' })).toBe(first);
    const { rows } = await db.sql.query(
      `select count(*)::int as n from audit where action = 'migration.started' and subject = $1`,
      [automation],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('S7.2 is refused where the same key begins one of another automation at this moment', async () => {
    const [one, other] = [await waiting(1), await waiting(1)];
    const started = await db.transaction(async (tx) => {
      await tx.query(
        `insert into migrations (id, org_id, automation_id, from_version, to_version, mapping,
                                 rules, key, created_by)
         values ('mig_quicker', $1, $2, 1, 2, '[]', '[]', 'wizard-3', 'test')`,
        [s.orgId, other.automation],
      );
      const refused = problemOf(m.order(one.automation, { key: 'wizard-3' }));
      await waitForRow(
        db,
        'the second waits for the first',
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return { refused };
    });
    expect((await started.refused).code).toBe('conflict');
  });

  it('S7.2 is refused with all that is wrong with the order', async () => {
    const { automation } = await waiting(1);
    await m.publishNext(automation, documentOf([end('end', 'third')]));
    const missing = await problemOf(m.order(automation, { to: 3 }));
    expect(missing).toMatchObject({
      code: 'unprocessable',
      details: { problems: [{ code: 'rule_missing', stepId: 'pause' }] },
    });
    const wrong = await problemOf(
      m.order(automation, {
        mapping: [
          { from: 'pause', to: 'end' },
          { from: 'nothing', to: 'end' },
        ],
        rules: [{ kind: 'move', stepId: 'pause', to: 'nowhere' }],
      }),
    );
    expect(wrong.details?.['problems']).toMatchObject([
      { code: 'unknown_step', stepId: 'nothing' },
      { code: 'step_named_twice', stepId: 'pause' },
      { code: 'step_kind_changed', stepId: 'pause' },
      { code: 'unknown_target', stepId: 'pause' },
    ]);
    expect((await problemOf(m.order(automation, { to: 9 }))).code).toBe('not_found');
    const change = { orgId: s.orgId, automationId: automation, actor: 'user:sam' } as const;
    await setAutomationStatus(s.deps(), { ...change, status: 'archived' });
    expect((await problemOf(m.order(automation))).code).toBe('conflict');
  });

  it('S7.2 goes on while the automation is paused and a further version is published', async () => {
    const { automation, runIds } = await waiting(2);
    const id = await m.order(automation);
    const change = { orgId: s.orgId, automationId: automation, actor: 'user:sam' } as const;
    await setAutomationStatus(s.deps(), { ...change, status: 'paused' });
    await m.publishNext(automation, OLD);
    await m.work();
    expect(await m.state(id)).toMatchObject({ status: 'done', moved: 2 });
    for (const runId of runIds) expect(await m.version(runId)).toBe(2);
  });
});

describe('a preview', () => {
  it('S7.2 counts by step and rule, judges a few, and changes nothing', async () => {
    const { automation, runIds } = await waiting(5);
    await m.publishNext(automation, documentOf([wait('other', 'PT1H'), end()]));
    const order = {
      from: 1,
      to: 3,
      mapping: [{ from: 'end', to: 'end' }],
      rules: [{ kind: 'move' as const, stepId: 'pause', to: 'other' }],
    };
    const seen = await previewMigration(s.deps(), { automationId: automation, order, actor: 'u' });
    expect(seen).toMatchObject({ total: 5, capped: false, problems: [] });
    expect(seen.buckets).toMatchObject([
      { stepId: 'pause', action: 'move', to: { stepId: 'other' }, runs: 5, busy: 0, inDoubt: 0 },
    ]);
    const samples = seen.buckets[0]?.samples ?? [];
    expect(samples).toHaveLength(3);
    expect(samples[0]).toMatchObject({
      verdict: 'move',
      sentence: 'It goes on with version 3 and begins "other".',
    });
    const none = await previewMigration(s.deps(), {
      automationId: automation,
      order: { ...order, rules: [] },
      actor: 'u',
    });
    expect(none.problems).toMatchObject([{ code: 'rule_missing' }]);
    expect(none.buckets).toMatchObject([{ action: 'no_rule' }]);
    for (const runId of runIds) expect(await m.version(runId)).toBe(1);
  });
});
