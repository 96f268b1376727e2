import { describe, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db.ts';
import { claimDueTimers, markOrgsServed, nextTimerOrgs } from '#server/store/timer-queues.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { createOrganisation } from '#server/testing/create-organisation.ts';
import { documentOf, end, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { createSweep } from './sweep.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';

const db = testDatabase();
const s = scenario(db);

const CROWD = 200_000;
const PER_RUN = 10;

/** A workspace with that many timers due, and thousands of workspaces with none. */
const crowd = async (automation: string): Promise<string> => {
  const org = await createOrganisation(db);
  await db.sql.query(
    `with copies as (
       insert into runs (id, org_id, automation_id, version, start_key, status, seq, steps_left,
                         expires_at, finished_at)
       select 'run_crowd_' || n, $1, $2, 1, 'crowd ' || n, 'done', 0, 1, now(), now()
         from generate_series(1, $3::int / $4::int) n
       returning id)
     insert into timers (id, org_id, run_id, purpose, rule, zone, due_at, tzdb)
     select 'tmr_crowd_' || c.id || n, $1, c.id, 'budget', '{}', 'UTC',
            engine_now() - interval '1 minute', 'x'
       from copies c, generate_series(1, $4::int) n`,
    [org, automation, CROWD, PER_RUN],
  );
  await db.sql.query(
    `insert into organisations (id, name, slug)
     select 'org_calm_' || n, 'Calm', 'calm-' || n from generate_series(1, 5000) n`,
  );
  await db.sql.query(
    `insert into timer_queues (org_id, next_due_at)
     select id, engine_now() + interval '30 days' from organisations where id like 'org_calm_%'
     union all select $1, engine_now() - interval '1 day'`,
    [org],
  );
  await db.sql.query('analyze timers');
  await db.sql.query('analyze runs');
  await db.sql.query('analyze timer_queues');
  return org;
};

const plansOf = async (work: (tx: Tx) => Promise<unknown>): Promise<string> => {
  const plans: string[] = [];
  await db.transaction(async (tx) => {
    await work({
      query: async (text, values) => {
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
        plans.push(...rows.map((row) => row['QUERY PLAN']));
        return tx.query(text, values);
      },
    });
  });
  return plans.join('\n');
};

const openTimersOf = async (org: string): Promise<number> => {
  const { rows } = await db.sql.query<{ count: number }>(
    `select count(*)::int as count from timers
      where org_id = $1 and fired_at is null and cancelled_at is null`,
    [org],
  );
  return rows[0]?.count ?? 0;
};

/** Made of finished runs, which the walk refuses: no part of what scenarios assert at their end. */
const disperse = async (org: string): Promise<void> => {
  await db.sql.query('delete from timers where org_id = $1', [org]);
  await db.sql.query('delete from runs where org_id = $1', [org]);
  await db.sql.query('delete from timer_queues where org_id = $1', [org]);
};

describe('S5.5 with 200,000 timers of one workspace due', () => {
  it('another’s single timer fires in one sweep, and only indexes are read', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'PT1S'), end()]));
    const org = await crowd(automation);
    try {
      for (let turn = 0; turn < 3; turn += 1) {
        const { runId } = await s.start(automation);
        await advanceTime(db, '2 seconds');
        const before = await openTimersOf(org);
        await sweepDueTimers(s.deps());
        expect(await s.status(runId)).toBe('done');
        // Of a batch of 250, the crowd has its share as one of the two workspaces in line.
        expect(before - (await openTimersOf(org))).toBe(125);
      }
      const plan = await plansOf(async (tx) => {
        const orgs = await nextTimerOrgs(tx, 20);
        expect(orgs).toContain(org);
        await claimDueTimers(tx, orgs, { perOrg: 50, total: 500 }, []);
        await markOrgsServed(tx, orgs, []);
      });
      // By the planner's own choice.
      expect(plan).toMatch(/timers_due/);
      expect(plan).toMatch(/runs_pkey/);
      expect(plan).not.toMatch(/Seq Scan on (timers|runs|timer_queues)\b/);
      // Ranked is at most a page of workspaces, never what is due.
      expect(plan).not.toMatch(/Sort Key: .*due_at/);
    } finally {
      await disperse(org);
    }
  }, 120_000);
});

describe('S5.6 the sweep’s leader', () => {
  const counting = (owner: string) => {
    const rounds = { count: 0 };
    const service = createSweep(s.deps(), owner, {
      name: 'hand-over',
      everyMs: 50,
      round: async () => {
        rounds.count += 1;
        return false;
      },
    });
    return { service, rounds };
  };

  it('alone sweeps; when it falls silent, another takes over, and it does not come back to both', async () => {
    const first = counting('w1');
    const second = counting('w2');
    await first.service.start();
    await waitFor('the first to lead', () => first.rounds.count > 3);
    await second.service.start();
    const seen = first.rounds.count;
    await waitFor('the first to go on', () => first.rounds.count > seen + 5);
    expect(second.rounds.count).toBe(0);
    // Silent, without giving its lease back, as after SIGKILL.
    await first.service.stop();
    const last = first.rounds.count;
    await waitFor('the second to lead', () => second.rounds.count > 3);
    await first.service.start();
    const now = second.rounds.count;
    await waitFor('the second to go on', () => second.rounds.count > now + 5);
    expect(first.rounds.count).toBe(last);
    await first.service.stop();
    await second.service.stop();
  });
});
