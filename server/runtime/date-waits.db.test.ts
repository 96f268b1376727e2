import { describe, expect, it } from 'vitest';
import { setTime } from '#server/testing/advance-time.ts';
import { documentOf, end } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';

const db = testDatabase();
const s = scenario(db);

const waitingFor = (ifMissing: string): unknown =>
  documentOf(
    [
      {
        id: 'day',
        kind: 'wait_until',
        config: {
          date: '{{ trigger.when }}',
          at: '10:00',
          zone: 'contact',
          spreadSeconds: 0,
          ifMissing,
        },
      },
      end('in_time', 'in_time'),
      end('without', 'without'),
    ],
    [
      ['trigger', 'day'],
      ['day', 'in_time'],
      ...(ifMissing === 'skip' ? [['day', 'without', 'skipped'] as const] : []),
    ],
  );

const NONE: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['a missing date', {}],
  ['an empty date', { when: '' }],
  ['an unreadable date', { when: '01/02/2027' }],
  ['a day that no calendar has', { when: '2027-02-30' }],
  ['a date in the past', { when: '2026-12-31' }],
];

describe('S5.3 a date from data that is missing, unreadable or past', () => {
  it.each(NONE)(
    '%s is an outcome that the author chose and the timeline tells, never now',
    async (_, input) => {
      await setTime(db, '2027-01-10T12:00:00Z');
      for (const [ifMissing, outcome] of [
        ['skip', 'without'],
        ['go_on', 'in_time'],
        ['stop', null],
      ] as const) {
        const { runId } = await s.start(await s.publish(waitingFor(ifMissing)), {
          input,
          contact: { email: 'maya@example.org', timezone: 'Africa/Cairo' },
        });
        const log = await s.log(runId);
        expect(log.filter(({ type, stepId }) => type === 'timer.set' && stepId === 'day')).toEqual(
          [],
        );
        if (outcome === null) {
          expect(await s.status(runId)).toBe('failed');
          expect(log.find(({ type }) => type === 'step.failed')?.data).toMatchObject({
            code: 'no_date',
          });
        } else {
          expect(log.at(-1)?.data).toMatchObject({ status: 'done', outcome });
          expect(
            log.find(({ type, stepId }) => type === 'step.completed' && stepId === 'day')?.data,
          ).toMatchObject({ note: expect.stringMatching(/did not wait$/) });
        }
      }
    },
  );

  it('one that the contact’s clocks skip is waited for, later by the gap', async () => {
    await setTime(db, '2026-04-20T12:00:00Z');
    const document = waitingFor('stop');
    const { runId } = await s.start(await s.publish(document), {
      input: { when: '2026-04-24T00:30' },
      contact: { email: 'sam@example.org', timezone: 'Africa/Cairo' },
    });
    const set = (await s.log(runId)).find(
      ({ type, stepId }) => type === 'timer.set' && stepId === 'day',
    );
    expect(set?.data).toMatchObject({ dueAt: '2026-04-23T22:30:00.000Z', shift: 'gap' });
    await setTime(db, '2026-04-23T22:30:00Z');
    await sweepDueTimers(s.deps());
    expect(await s.status(runId)).toBe('done');
  });
});
