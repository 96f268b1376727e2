import { describe, expect, it } from 'vitest';
import { callerFor } from '#server/api/caller.ts';
import { mintStepId } from '#server/engine/edit/mint-step-id.ts';
import { documentSchema } from '#server/engine/document.ts';
import { documentOf, end, wait } from '#testing/documents.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, testServices } from '#testing/test-services.ts';

const db = testDatabase();
const services = testServices(db);

const waits = (...ids: string[]) =>
  documentSchema.parse(documentOf([...ids.map((id) => wait(id, 'P1D')), end()]));

describe('saving a draft', () => {
  it('S7.3 keeps the id of a step that was saved once for that step, published or not', async () => {
    const lena = callerFor(await signIn(services(), 'lena@example.com'));
    const { id } = await lena.automations.create({ document: waits('first', 'early') });
    const usedIds = async () => (await lena.automations.get({ id })).usedStepIds.toSorted();
    const atFirst = await usedIds();
    expect(atFirst).toEqual(expect.arrayContaining(['early', 'first']));

    await lena.automations.saveDraft({ id, revision: 1, document: waits('first', 'passing') });
    await lena.automations.saveDraft({ id, revision: 2, document: waits('first') });
    const used = await usedIds();
    expect(used).toEqual([...atFirst, 'passing'].toSorted());
    expect(mintStepId('passing', new Set(used))).toBe('passing_2');

    await lena.automations.publish({ id, revision: 3, note: '' });
    expect(await usedIds()).toEqual(used);
  });

  it('remembers the ids of a draft that was written before ids were remembered', async () => {
    const lena = callerFor(await signIn(services(), 'lena@example.com'));
    const { id } = await lena.automations.create({ document: waits('old') });
    await db.sql.query(`update automations set used_step_ids = '{}' where id = $1`, [id]);
    expect((await lena.automations.get({ id })).usedStepIds).toContain('old');
    await lena.automations.saveDraft({ id, revision: 1, document: waits('new') });
    expect((await lena.automations.get({ id })).usedStepIds).toContain('old');
  });
});
