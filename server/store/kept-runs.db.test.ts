import { describe, expect, it } from 'vitest';
import { documentOf, end, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';

const db = testDatabase();
const s = scenario(db, testSandbox(db));

const remove = async (runId: string): Promise<number | null> =>
  (await db.sql.query('delete from runs where id = $1', [runId])).rowCount;

describe('a run’s row', () => {
  it('cannot be removed from under its steps and timers before it has ended', async () => {
    const { runId } = await s.start(await s.publish(documentOf([wait('pause', 'PT1H'), end()])));
    await expect(remove(runId)).rejects.toThrow(/has not ended/);
    expect(await s.status(runId)).toBe('waiting_timer');
    const over = await s.start(await s.publish(documentOf([end()])));
    expect(await remove(over.runId)).toBe(1);
  });
});
