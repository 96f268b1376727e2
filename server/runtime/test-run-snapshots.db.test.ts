import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { AppError } from '#server/platform/errors.ts';
import { documentOf, end } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testRunScene } from '#server/testing/test-run-scene.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { publishAutomation } from './publish-automation.ts';
import { saveDraft } from './save-draft.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const { drafted, test, count } = testRunScene(db, box, s);

describe('what a test run runs on', () => {
  const simple = (outcome: string) => documentSchema.parse(documentOf([end('end', outcome)]));

  it('is a snapshot of the draft that never goes live and is taken once', async () => {
    const automationId = await drafted(simple('first'));
    const one = await test(automationId);
    const two = await test(automationId);
    await saveDraft(s.deps(), {
      orgId: s.orgId,
      automationId,
      revision: 1,
      document: simple('second'),
      actor: 'user:test',
    });
    const three = await test(automationId);
    const { rows } = await db.sql.query(
      'select version, outcome, is_test from runs where id = any ($1) order by created_at',
      [[one, two, three]],
    );
    expect(rows).toEqual([
      { version: -1, outcome: 'first', is_test: true },
      { version: -1, outcome: 'first', is_test: true },
      { version: -2, outcome: 'second', is_test: true },
    ]);
    const published = await publishAutomation(s.deps(), {
      orgId: s.orgId,
      automationId,
      revision: null,
      note: '',
      actor: 'user:test',
    });
    expect(published).toMatchObject({ version: 1, changed: true });
    await expect(
      db.sql.query('update automations set live_version = -1 where id = $1', [automationId]),
    ).rejects.toThrow(/automations_live_version_is_published/);
  });

  it('is a published version where one is named, also while the automation is paused', async () => {
    const automationId = await s.publish(simple('live'));
    await db.sql.query(`update automations set status = 'paused' where id = $1`, [automationId]);
    const runId = await test(automationId, { of: { kind: 'version', version: 1 } });
    expect(await s.status(runId)).toBe('done');
    await expect(test(automationId, { of: { kind: 'version', version: 2 } })).rejects.toThrow(
      AppError,
    );
  });

  it('is refused with what is wrong where the draft has errors', async () => {
    const broken = documentOf([{ id: 'pause', kind: 'wait_for', config: { duration: 'soon' } }]);
    await expect(test(await drafted(broken))).rejects.toMatchObject({ code: 'unprocessable' });
  });

  it('leaves no receipt', async () => {
    const automationId = await drafted(simple('x'));
    await test(automationId);
    expect(await count(`receipts where automation_id = '${automationId}'`)).toBe(0);
  });
});
