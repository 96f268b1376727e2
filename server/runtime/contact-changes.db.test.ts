/** A step that changes the contact, and the steps after it that look at the contact. */
import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { documentOf, end, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const db = testDatabase();
const s = scenario(db);

const set = (fields: Readonly<Record<string, unknown>>): TestStep => ({
  id: 'mark',
  kind: 'update_contact',
  config: { fields },
});

const startFor = async (document: unknown): Promise<string> => {
  const automation = await s.publish(document);
  const contact = { email: `${newId('x')}@example.com`, timezone: 'Europe/Berlin' };
  const { runId } = await s.start(automation, { contact });
  await s.worker();
  return runId;
};

describe('a step that updates the contact', () => {
  it('is seen by the branch right after it', async () => {
    const which: TestStep = {
      id: 'which',
      kind: 'branch',
      config: {
        cases: [
          {
            port: 'hot',
            name: 'Hot',
            when: { left: 'contact.lead', operator: 'equals', right: 'hot' },
          },
        ],
      },
    };
    const document = documentOf(
      [set({ lead: 'hot' }), which, end('yes', 'hot'), end('no', 'cold')],
      [
        ['trigger', 'mark'],
        ['mark', 'which'],
        ['which', 'yes', 'hot'],
        ['which', 'no', 'else'],
      ],
    );
    const runId = await startFor(document);
    await s.untilRun(runId, 'done');
    const { rows } = await db.sql.query('select outcome from runs where id = $1', [runId]);
    expect(rows).toEqual([{ outcome: 'hot' }]);
  });

  it('S5.1 moves the clock of the wait right after it', async () => {
    const morning: TestStep = {
      id: 'morning',
      kind: 'wait_until',
      config: { at: '09:00', zone: 'contact', spreadSeconds: 0 },
    };
    const runId = await startFor(documentOf([set({ timezone: 'Asia/Tokyo' }), morning, end()]));
    await s.untilStep(runId, 'morning', 'waiting_timer');
    const { rows } = await db.sql.query(
      `select zone from timers where run_id = $1 and purpose = 'wait'`,
      [runId],
    );
    expect(rows).toEqual([{ zone: 'Asia/Tokyo' }]);
  });
});
