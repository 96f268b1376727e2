import { expect, it } from 'vitest';
import { documentOf, end, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { duplicateAutomation } from './duplicate-automation.ts';
import { setHookSecret } from './set-hook-secret.ts';

const db = testDatabase();
const s = scenario(db);

const rowOf = async (id: string): Promise<Record<string, unknown>> => {
  const { rows } = await db.sql.query<Record<string, unknown>>(
    `select name, draft, hook_id, hook_secret, live_version from automations where id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no automation');
  return row;
};

it('a copy takes over neither the address nor the secret of the original, and is a draft', async () => {
  const original = await s.publish(documentOf([wait('pause', 'PT1H'), end()]));
  const deps = { ...s.deps() };
  await setHookSecret(deps, {
    orgId: s.orgId,
    automationId: original,
    signed: true,
    actor: 'lena',
  });
  const copy = await duplicateAutomation(deps, {
    orgId: s.orgId,
    automationId: original,
    actor: 'lena',
  });
  const [before, after] = [await rowOf(original), await rowOf(copy.id)];
  expect(after).toMatchObject({ name: 'Copy of Test', hook_secret: null, live_version: null });
  expect(after['hook_id']).not.toBe(before['hook_id']);
  expect(before['hook_secret']).not.toBeNull();
  expect(after['draft']).toEqual({ ...(before['draft'] as object), name: 'Copy of Test' });
});

it('a name of full length is cut to fit, and another workspace’s automation is not there', async () => {
  const name = '🎉'.repeat(100);
  const original = await s.publish({ ...(documentOf([end()]) as object), name });
  const order = { orgId: s.orgId, automationId: original, actor: 'lena' };
  const { id } = await duplicateAutomation(s.deps(), order);
  expect((await rowOf(id))['name']).toMatch(/^Copy of 🎉+$/u);
  await expect(
    duplicateAutomation(s.deps(), { ...order, orgId: 'org_other' }),
  ).rejects.toMatchObject({ code: 'not_found' });
});
