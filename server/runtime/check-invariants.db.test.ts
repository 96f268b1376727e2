import { beforeAll, describe, expect, it } from 'vitest';
import { createOrganisation } from '#server/testing/create-organisation.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { INVARIANTS } from '#server/store/invariants.ts';
import { readInvariantsReport, saveInvariantsReport } from '#server/store/engine-reports.ts';
import { lookOn } from '#server/store/look-on.ts';
import { PIECE } from '#server/store/walks.ts';
import { checkInvariants, continueChecks, readChecks } from './check-invariants.ts';
import { readEngineHealth } from './engine-health.ts';

const db = testDatabase();

const NAME = 'waiting_timer_without_timer';
const countOf = (checks: Awaited<ReturnType<typeof readChecks>>): number | undefined =>
  checks.find(({ name }) => name === NAME)?.count;

const setTimers = async (to: 'cancelled' | 'open', where: string): Promise<void> => {
  await db.sql.query(
    `update timers set cancelled_at = ${to === 'open' ? 'null' : 'engine_now()'}
      where purpose = 'wait' and ${where}`,
  );
};

/** What it takes to need more than two pieces. */
const RUNS = 2 * PIECE + 10;
const LAST = `run_${RUNS}`;
let orgId = '';

beforeAll(async () => {
  orgId = await createOrganisation(db);
  const many = `from generate_series(1, ${RUNS}) as n`;
  for (const text of [
    `insert into automations (id, org_id, slug, name, draft, live_version, hook_id)
     values ('aut', $1, 'a', 'A', '{}', 1, 'hook')`,
    `insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
     values ('aut', 1, $1, '{}', 'd', 'u')`,
    `insert into runs (id, org_id, automation_id, version, start_key, status, steps_left, expires_at)
     select 'run_' || n, $1, 'aut', 1, n, 'waiting_timer', 9, engine_now() + interval '1 day' ${many}`,
    `insert into steps (org_id, run_id, step_id, iteration, kind, status)
     select $1, 'run_' || n, 'pause', 1, 'wait_for', 'waiting_timer' ${many} order by n`,
    `insert into timers (id, org_id, run_id, step_id, iteration, purpose, rule, zone, due_at, tzdb)
     select 'wait_' || n, $1, 'run_' || n, 'pause', 1, 'wait', '{}', 'UTC',
            engine_now() + interval '1 hour', '' ${many}`,
    `insert into timers (id, org_id, run_id, purpose, rule, zone, due_at, tzdb)
     select 'age_' || n, $1, 'run_' || n, 'budget', '{}', 'UTC',
            engine_now() + interval '1 day', '' ${many}`,
    `insert into timer_queues (org_id, next_due_at) values ($1, engine_now())`,
  ]) {
    await db.sql.query(text, [orgId]);
  }
  await db.sql.query('analyze runs, steps, timers');
});

const invariant = INVARIANTS.find(({ name }) => name === NAME);

describe('looking for what stands still', () => {
  it('S9.1 goes piece by piece, on from where it stood, to what breaks it at the end', async () => {
    if (invariant === undefined) throw new Error('It has another name.');
    await setTimers('cancelled', `run_id = '${LAST}'`);
    const places: string[] = [];
    let look = await lookOn(db.sql, invariant, null, 1);
    while (!look.done) {
      expect(look.count).toBe(0);
      places.push(look.place.join(' '));
      look = await lookOn(db.sql, invariant, look, 1);
    }
    expect(new Set(places).size).toBe(2);
    expect(look).toMatchObject({ count: 1, sample: [expect.stringContaining(LAST)] });
    await setTimers('open', `run_id = '${LAST}'`);
  });

  it('S10.2 pages and metrics read what was found, and do not look themselves', async () => {
    await checkInvariants(db.pool);
    await setTimers('cancelled', `run_id = '${LAST}'`);
    expect(countOf(await readChecks(db.pool))).toBe(0);
    const { metrics, checkedAt } = await readEngineHealth(db.pool);
    expect(metrics.runsWithoutWayForward).toBe(0);
    // The sweeper's next round finds it, and from then on everybody reads that.
    await continueChecks(db.pool);
    expect(countOf(await readChecks(db.pool))).toBe(1);
    expect((await readEngineHealth(db.pool)).checkedAt.getTime()).toBeGreaterThan(
      checkedAt.getTime(),
    );
    await setTimers('open', `run_id = '${LAST}'`);
    expect(countOf(await checkInvariants(db.pool))).toBe(0);
  });

  /** The sweeper stands somewhere on its way through the waits that this is about. */
  const standAt = async (change: {
    way?: string;
    part?: number;
    place?: string[];
  }): Promise<void> => {
    if (invariant === undefined) throw new Error('It has another name.');
    await checkInvariants(db.pool);
    const report = (await readInvariantsReport(db.sql))?.report ?? {};
    const check = report[NAME];
    if (check === undefined) throw new Error('It was not looked at.');
    const { done: _, ...look } = await lookOn(db.sql, invariant, null, 1);
    const stands = { ...check, look: { ...look, ...change, at: check.at } };
    await saveInvariantsReport(db.sql, { ...report, [NAME]: stands });
  };

  it('S9.1 goes all the way again where another build has gone another way', async () => {
    await standAt({ way: 'timers by their age', part: 7 });
    await setTimers('cancelled', `run_id = 'run_1'`);
    expect(countOf(await continueChecks(db.pool))).toBe(1);
    await setTimers('open', `run_id = 'run_1'`);
  });

  it('S9.1 looks at the others where one cannot be looked at, and then at that one anew', async () => {
    await standAt({ place: ['waiting_timer', 'no number'] });
    await db.sql.query(
      `update runs set expires_at = engine_now() - interval '1 hour' where id = $1`,
      [LAST],
    );
    const failed: string[] = [];
    const checks = await continueChecks(db.pool, (_error, name) => failed.push(name));
    expect(failed).toEqual([NAME]);
    expect(checks.find(({ name }) => name === 'open_run_too_old')?.count).toBe(1);
    await setTimers('cancelled', `run_id = 'run_1'`);
    expect(countOf(await continueChecks(db.pool))).toBe(1);
    await setTimers('open', `run_id = 'run_1'`);
  });

  it('S10.2 counts no further than a thousand', async () => {
    await setTimers('cancelled', 'true');
    expect(countOf(await checkInvariants(db.pool))).toBe(1000);
    const { metrics } = await readEngineHealth(db.pool, orgId);
    expect(metrics.openRuns).toMatchObject({ waiting_timer: 1000 });
    await setTimers('open', 'true');
  });
});
