/**
 * Undoing a run takes its completed steps backwards, and a closing scope cancels its steps in the
 * order in which they began: both read that order from the rows.
 */
import { describe, expect, it } from 'vitest';
import { documentOf, end, post, wait, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const NAMES = ['z', 'm', 'a', 'y', 'b', 'x', 'c', 'w'];

/** Several steps begin at once, with names in no order at all. */
const fan = (from: string): readonly [string, string][] =>
  NAMES.map((name) => [from, `${from}_${name}`]);

const waits = (from: string): TestStep[] => NAMES.map((name) => wait(`${from}_${name}`, 'P1D'));

const orderOf = async (runId: string): Promise<readonly string[]> => {
  const { rows } = await db.sql.query<{ name: string }>(
    'select step_id as name from steps where run_id = $1 order by id',
    [runId],
  );
  return rows.map(({ name }) => name);
};

describe('the order of a run’s steps', () => {
  it('is the order in which they began, also where many begin in one statement', async () => {
    const document = documentOf(
      [...waits('trigger'), end()],
      [...fan('trigger'), ['trigger_w', 'end']],
    );
    const automation = await s.publish(document);
    const runs = await Promise.all(Array.from({ length: 20 }, async () => s.start(automation)));
    const entered = fan('trigger').map(([, step]) => step);
    for (const { runId } of runs) expect(await orderOf(runId)).toEqual(entered);
  });

  it('and where they begin with the settling of the step before', async () => {
    const document = documentOf(
      [post('call', box), ...waits('call'), end()],
      [['trigger', 'call'], ...fan('call'), ['call_w', 'end']],
    );
    const automation = await s.publish(document);
    const runs = await Promise.all(Array.from({ length: 20 }, async () => s.start(automation)));
    await s.worker();
    const entered = ['call', ...fan('call').map(([, step]) => step)];
    for (const { runId } of runs) {
      await s.untilStep(runId, 'call_w', 'waiting_timer');
      expect(await orderOf(runId)).toEqual(entered);
    }
  });
});
