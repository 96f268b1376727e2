import { describe, expect, it } from 'vitest';
import { advanceTime, setTime } from '#server/testing/advance-time.ts';
import { documentOf, end, reply, wait, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { cancelRun } from './cancel-run.ts';
import { updateContact } from './save-contact.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';
import { sweepTzdb } from './sweep-tzdb.ts';
import { sweepZoneChanges } from './sweep-zone-changes.ts';

const db = testDatabase();
const s = scenario(db);

const nine = (config: Readonly<Record<string, unknown>> = {}): TestStep => ({
  id: 'nine',
  kind: 'wait_until',
  config: { at: '09:00', days: 'weekdays', zone: 'contact', spreadSeconds: 0, ...config },
});

interface Waiting {
  readonly runId: string;
  readonly contactId: string;
}

let people = 0;
const waiting = async (
  steps: readonly TestStep[],
  timezone = 'Europe/Berlin',
): Promise<Waiting> => {
  people += 1;
  const automation = await s.publish(documentOf(steps));
  const contact = { email: `person${people}@example.org`, timezone };
  const { runId } = await s.start(automation, { contact });
  const { rows } = await db.sql.query<{ id: string }>(
    'select contact_id as id from runs where id = $1',
    [runId],
  );
  return { runId, contactId: rows[0]?.id ?? '' };
};

const move = async ({ contactId }: Waiting, timezone: string | null): Promise<void> =>
  updateContact(s.deps(), {
    orgId: s.orgId,
    actor: 'user:u1',
    id: contactId,
    contact: { timezone },
  });

const dueOf = async ({ runId }: Waiting, purpose = 'wait'): Promise<string> => {
  const { rows } = await db.sql.query<{ due: Date; zone: string }>(
    `select due_at as due, zone from timers
      where run_id = $1 and purpose = $2 and fired_at is null and cancelled_at is null`,
    [runId, purpose],
  );
  return rows.map(({ due, zone }) => `${due.toISOString().slice(0, 16)} ${zone}`).join();
};

const recomputations = async ({ runId }: Waiting): Promise<readonly unknown[]> =>
  (await s.log(runId)).filter((entry) => entry.type === 'timer.recomputed').map(({ data }) => data);

const stop = async ({ runId }: Waiting): Promise<void> => {
  await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'api', reason: null });
};

describe('S5.1 a contact whose zone changes', () => {
  it('is waited for at the same hour of the new zone, and the log says so', async () => {
    await setTime(db, '2027-01-08T18:30:00Z');
    const maya = await waiting([nine(), end()]);
    expect(await dueOf(maya)).toBe('2027-01-11T08:00 Europe/Berlin');
    await move(maya, 'America/New_York');
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe('2027-01-11T14:00 America/New_York');
    expect(await recomputations(maya)).toEqual([
      expect.objectContaining({
        cause: 'zone',
        zone: 'America/New_York',
        was: '2027-01-11T08:00:00.000Z',
        dueAt: '2027-01-11T14:00:00.000Z',
      }),
    ]);
    await setTime(db, '2027-01-11T08:00:01Z');
    await sweepDueTimers(s.deps());
    expect(await s.status(maya.runId)).toBe('waiting_timer');
    await setTime(db, '2027-01-11T14:00:00Z');
    await sweepDueTimers(s.deps());
    expect(await s.status(maya.runId)).toBe('done');
  });

  it('moving to an earlier hour brings the timer and the sweep’s look forward', async () => {
    await setTime(db, '2027-01-15T18:30:00Z');
    const maya = await waiting([nine(), end()]);
    await move(maya, 'Asia/Kolkata');
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe('2027-01-18T03:30 Asia/Kolkata');
    await setTime(db, '2027-01-18T03:30:00Z');
    await sweepDueTimers(s.deps());
    expect(await s.status(maya.runId)).toBe('done');
  });

  it('whose hour is over in the new zone is waited for until the next, never now', async () => {
    await setTime(db, '2027-01-22T18:30:00Z');
    const maya = await waiting([nine(), end()]);
    await setTime(db, '2027-01-25T07:30:00Z');
    await move(maya, 'Asia/Tokyo');
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe('2027-01-26T00:00 Asia/Tokyo');
    await stop(maya);
  });

  it('S5.7 keeps its spread, and moving there and back lands on the same second', async () => {
    await setTime(db, '2027-01-29T18:30:00Z');
    const maya = await waiting([nine({ spreadSeconds: 3600 }), end()]);
    const before = await dueOf(maya);
    await move(maya, 'America/Santiago');
    await sweepZoneChanges(s.deps());
    expect((await dueOf(maya)).slice(13, 16)).toBe(before.slice(13, 16));
    await move(maya, 'Europe/Berlin');
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe(before);
    expect(await recomputations(maya)).toHaveLength(2);
    await stop(maya);
  });

  it('moves dates in the contact’s zone, and neither fixed zones, instants nor lengths of time', async () => {
    await setTime(db, '2027-02-05T18:30:00Z');
    const date = { at: undefined, days: undefined, date: '2027-02-10T12:00' };
    const dated = await waiting([nine(date), end()]);
    const others = [
      await waiting([nine({ zone: 'Europe/Berlin' }), end()]),
      await waiting([nine({ ...date, date: '2027-02-10T12:00Z' }), end()]),
      await waiting([wait('pause', 'P3D'), end()]),
    ];
    const before = await Promise.all(others.map(async (one) => (await dueOf(one)).slice(0, 16)));
    for (const one of [dated, ...others]) await move(one, 'America/New_York');
    await sweepZoneChanges(s.deps());
    expect(await dueOf(dated)).toBe('2027-02-10T17:00 America/New_York');
    expect(await Promise.all(others.map(async (one) => (await dueOf(one)).slice(0, 16)))).toEqual(
      before,
    );
    await Promise.all([dated, ...others].map(stop));
  });

  it('with a zone that is taken away, or that does not exist, is waited for in a known one', async () => {
    await setTime(db, '2027-02-12T18:30:00Z');
    const maya = await waiting([nine(), end()], 'Asia/Tokyo');
    await move(maya, null);
    await sweepZoneChanges(s.deps());
    // The automation's own.
    expect(await dueOf(maya)).toBe('2027-02-15T08:00 Europe/Berlin');
    await db.sql.query(`update contacts set timezone = 'Mars/Olympus' where id = $1`, [
      maya.contactId,
    ]);
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe('2027-02-15T08:00 Europe/Berlin');
    await stop(maya);
  });

  it('is followed when a step changes it, and when a new run brings another zone', async () => {
    await setTime(db, '2027-02-19T18:30:00Z');
    const maya = await waiting([nine(), end()]);
    const [email] = (
      await db.sql.query<{ email: string }>('select email from contacts where id = $1', [
        maya.contactId,
      ])
    ).rows.map((row) => row.email);
    const update = {
      id: 'move',
      kind: 'update_contact',
      config: { fields: { timezone: 'America/New_York' } },
    };
    const byStep = await s.publish(documentOf([update, end()]));
    await s.worker();
    const { runId } = await s.start(byStep, { contact: { email } });
    await s.untilRun(runId, 'done');
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe('2027-02-22T14:00 America/New_York');
    const again = await s.publish(documentOf([end()]));
    await s.start(again, { contact: { email, timezone: 'Asia/Kolkata' } });
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe('2027-02-22T03:30 Asia/Kolkata');
    await stop(maya);
  });

  it('is not forgotten by a crash, nor by one who had read the old zone', async () => {
    await setTime(db, '2027-02-26T18:30:00Z');
    const maya = await waiting([nine(), end()]);
    await move(maya, 'America/New_York');
    await sweepZoneChanges(s.deps());
    // Someone who read Berlin before the change sets the timer after the sweep's first look.
    await db.sql.query(
      `update timers set zone = 'Europe/Berlin', due_at = '2027-03-01T08:00:00Z'
        where run_id = $1 and purpose = 'wait'`,
      [maya.runId],
    );
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe('2027-03-01T08:00 Europe/Berlin');
    await db.sql.query(`update zone_changes set seen_at = seen_at - interval '61 seconds'`);
    await sweepZoneChanges(s.deps());
    expect(await dueOf(maya)).toBe('2027-03-01T14:00 America/New_York');
    const left = await db.sql.query('select 1 from zone_changes where contact_id = $1', [
      maya.contactId,
    ]);
    expect(left.rowCount).toBe(0);
    await stop(maya);
  });

  it('is moved once by two sweeps at once', async () => {
    await setTime(db, '2027-03-05T18:30:00Z');
    const maya = await waiting([nine(), end()]);
    await move(maya, 'America/New_York');
    await Promise.all([1, 2, 3].map(async () => sweepZoneChanges(s.deps())));
    expect(await recomputations(maya)).toHaveLength(1);
    await stop(maya);
  });

  it('whose timer is due already meets it as it was', async () => {
    await setTime(db, '2027-03-12T18:30:00Z');
    const maya = await waiting([nine(), end()]);
    await setTime(db, '2027-03-15T08:00:01Z');
    await move(maya, 'America/New_York');
    await sweepZoneChanges(s.deps());
    expect(await recomputations(maya)).toEqual([]);
    await sweepDueTimers(s.deps());
    expect(await s.status(maya.runId)).toBe('done');
  });
});

describe('S5.2 a new version of the tz database', () => {
  const anew = async (): Promise<void> => {
    await db.sql.query('delete from tzdb_walks');
  };
  const walk = async (): Promise<void> => {
    while (await sweepTzdb(s.deps()));
  };
  /** As if an older version had put the zone an hour off. */
  const asOf = async (waitingRun: Waiting, tzdb: string, purpose: string): Promise<void> => {
    await db.sql.query(
      `update timers set tzdb = $2, due_at = due_at + interval '1 hour'
        where run_id = $1 and purpose = $3`,
      [waitingRun.runId, tzdb, purpose],
    );
  };
  const tzdbOf = async ({ runId }: Waiting, purpose = 'wait'): Promise<string | undefined> =>
    (
      await db.sql.query<{ tzdb: string }>(
        'select tzdb from timers where run_id = $1 and purpose = $2',
        [runId, purpose],
      )
    ).rows[0]?.tzdb;

  it('moves the timers that it puts elsewhere, with a transition, and stamps the rest', async () => {
    await setTime(db, '2027-04-02T18:30:00Z');
    const moved = await waiting([nine(), end()]);
    const stamped = await waiting([wait('pause', 'PT90H'), end()]);
    const deadline = await waiting([reply('answer', '{{ run.id }}'), end()]);
    await asOf(moved, '2020a', 'wait');
    await asOf(deadline, '2020a', 'deadline');
    await db.sql.query(`update timers set tzdb = '2020a' where run_id = $1`, [stamped.runId]);
    await anew();
    await walk();
    expect(await dueOf(moved)).toBe('2027-04-05T07:00 Europe/Berlin');
    expect(await recomputations(moved)).toEqual([
      expect.objectContaining({ cause: 'tzdb', was: '2027-04-05T08:00:00.000Z' }),
    ]);
    expect(await dueOf(deadline, 'deadline')).toBe('2027-04-05T18:30 Europe/Berlin');
    expect(await recomputations(deadline)).toHaveLength(1);
    expect(await recomputations(stamped)).toEqual([]);
    const { tzdb } = s.deps();
    expect([await tzdbOf(moved), await tzdbOf(stamped)]).toEqual([tzdb, tzdb]);
    await Promise.all([moved, stamped, deadline].map(stop));
  });

  it('is walked once, to the end, and again only for a newer one; an older process moves nothing back', async () => {
    await setTime(db, '2027-04-09T18:30:00Z');
    const maya = await waiting([nine(), end()]);
    await anew();
    await walk();
    await asOf(maya, '2020a', 'wait');
    await walk();
    expect(await recomputations(maya)).toEqual([]);
    await sweepTzdb({ ...s.deps(), tzdb: '2019c' });
    expect(await recomputations(maya)).toEqual([]);
    const newer = { ...s.deps(), tzdb: '2999z' };
    while (await sweepTzdb(newer));
    expect(await recomputations(maya)).toHaveLength(1);
    expect(await tzdbOf(maya)).toBe('2999z');
    await anew();
    await walk();
    expect(await tzdbOf(maya)).toBe('2999z');
    await stop(maya);
    await advanceTime(db, '1 second');
  });
});
