/** What screens and invariants ask for can be answered by index, however many runs there are. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db.ts';
import { testDatabase } from '#testing/test-database.ts';
import { findAgedRuns } from './aged-runs.ts';
import { findStaleMessages } from './approvals.ts';
import { findFundedWaits } from './budget-waits.ts';
import { findLeftChildren } from './child-runs.ts';
import {
  findAnsweredReviews,
  findLapsedEffects,
  findLeftoverClaims,
  findOrphanedEffects,
} from './effects.ts';
import { readBacklogs, readLateness, readOpenRuns } from './engine-health.ts';
import { countBroken, INVARIANTS } from './invariants.ts';
import { findForgottenSteps, findLapsedSteps } from './left-behind.ts';
import { deleteSent } from './outbox.ts';
import { findNeedlesslyParked } from './parked-steps.ts';
import { findApproval, listApprovals, listRunApprovals } from './product-approvals.ts';
import { readMigrationFacts } from './migration-facts.ts';
import { collectRuns, findPendingRuns } from './migration-runs.ts';
import { countHeads, listVersions } from './product-automation-detail.ts';
import { readActivity } from './product-automations.ts';
import { listConnections } from './product-connections.ts';
import { listContacts } from './product-contacts.ts';
import { countForNavigation, summariseAutomations } from './product-counts.ts';
import { listEffects } from './product-effects.ts';
import { listErasedSince, scrubPayloads } from './product-erasure.ts';
import { listReceipts } from './product-receipts.ts';
import { listReviews } from './product-reviews.ts';
import { listMigrationRuns } from './product-migrations.ts';
import { findRun, listRunEffects, listRunSteps, listRunTimers } from './product-run-detail.ts';
import { listRuns } from './product-runs.ts';
import { lockDueSchedules } from './product-schedules.ts';
import { readStanding } from './product-standing.ts';
import { listOpenPresses } from './product-slack-presses.ts';
import { listTimeline } from './product-timeline.ts';
import { listVersionPage } from './product-versions.ts';
import { findOwingSchedules } from './schedule-fires.ts';
import { findUnmatchedSignals } from './signals.ts';
import { claimDueTimers, markOrgsServed } from './timer-queues.ts';
import { readTimerPage } from './tzdb-walks.ts';
import { findRunsOfContact, findZoneChanges } from './zone-changes.ts';

const db = testDatabase();
const ORG = 'org_1';

/** Tables that grow with the number of runs. */
const LARGE =
  /Seq Scan on (runs|steps|effects|run_log|timers|receipts|signals|subscriptions|approvals|contacts|suppressions|spend|outbox|schedules|schedule_fires|zone_changes|migration_runs)\b/;

beforeAll(async () => {
  await db.sql.query(`insert into organisations (id, name, slug) values ('${ORG}', 'One', 'one')`);
});

/** The plans of everything that `read` asks: from end to end, or sorted, only where nothing else will do. */
const plansOf = async (read: (tx: Tx) => Promise<unknown>): Promise<string> =>
  db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off; set local enable_sort = off');
    const plans: string[] = [];
    const explaining: Tx = {
      query: async (text, values) => {
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
        plans.push(...rows.map((row) => row['QUERY PLAN']));
        return tx.query(text, values);
      },
    };
    await read(explaining);
    return plans.join('\n');
  });

const runs = { orgId: ORG, statuses: null, automationId: null, search: null, before: null };
const page = { orgId: ORG, before: null, limit: 51 };

const MIGRATION = { migrationId: 'm', after: null, limit: 51 };

const READS: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'where the runs of a version stand': async (tx) => readStanding(tx, 'a', 1),
  'versions and their open runs': async (tx) =>
    listVersionPage(tx, { automationId: 'a', before: null, limit: 51 }),
  'what became of the runs of a migration': async (tx) => {
    await listMigrationRuns(tx, { ...MIGRATION, status: null });
    await listMigrationRuns(tx, { ...MIGRATION, status: 'refused' });
  },
  'the runs that a migration finds and takes': async (tx) => {
    const of = { migrationId: 'm', orgId: ORG, automationId: 'a', version: 1, after: '' };
    await collectRuns(tx, of, 1000);
    await findPendingRuns(tx, { id: 'm', token: 1 }, 20);
    await readMigrationFacts(tx, 'run_1');
  },
  'runs, newest first': async (tx) => listRuns(tx, { ...runs, limit: 51 }),
  'runs by status': async (tx) => listRuns(tx, { ...runs, statuses: ['parked'], limit: 51 }),
  'runs of an automation': async (tx) => listRuns(tx, { ...runs, automationId: 'a', limit: 51 }),
  'runs of a person': async (tx) => listRuns(tx, { ...runs, search: 'maya', limit: 51 }),
  'one run': async (tx) => {
    await findRun(tx, ORG, 'run_1');
    await listRunSteps(tx, 'run_1');
    await listRunTimers(tx, 'run_1');
    await listRunEffects(tx, 'run_1');
    await listRunApprovals(tx, 'run_1');
    await listTimeline(tx, { orgId: ORG, runId: 'run_1', afterSeq: 0, limit: 500 });
  },
  'an automation': async (tx) => {
    await countHeads(tx, 'a');
    await listVersions(tx, 'a');
    await listReceipts(tx, 'a', 50);
  },
  'what automations did lately': async (tx) => readActivity(tx, ORG, ['a', 'b']),
  'the strip above automations': async (tx) => summariseAutomations(tx, ORG),
  'the counts of the navigation': async (tx) => countForNavigation(tx, ORG),
  connections: async (tx) => listConnections(tx, ORG),
  contacts: async (tx) => listContacts(tx, { ...page, search: null }),
  'contacts by name': async (tx) => listContacts(tx, { ...page, search: 'may' }),
  approvals: async (tx) => listApprovals(tx, { ...page, status: null }),
  'one approval': async (tx) => findApproval(tx, ORG, 'apr_1'),
  reviews: async (tx) => listReviews(tx, { orgId: ORG, after: null, limit: 51 }),
  'effects by status': async (tx) => {
    for (const status of ['needs_review', 'claimed', 'in_flight', 'settled', 'abandoned'] as const)
      await listEffects(tx, { orgId: ORG, status, after: null, limit: 51 });
  },
  health: async (tx) => {
    await readLateness(tx);
    await readBacklogs(tx, ORG);
    await readOpenRuns(tx, ORG);
  },
  'the health of all workspaces': async (tx) => {
    await readBacklogs(tx, null);
    await readOpenRuns(tx, null);
  },
  'what sweeps come back for': async (tx) => {
    await listErasedSince(tx, 3600, '', 500);
    await scrubPayloads(tx, 'con_1');
    await listOpenPresses(tx, 10, []);
    await findStaleMessages(tx, 50, []);
    await findAgedRuns(tx, 50);
    await findLapsedSteps(tx, 50);
    await findForgottenSteps(tx, ['fast', 'io', 'slow', 'human'], 60, 50);
    await findNeedlesslyParked(tx, 50);
    await findFundedWaits(tx, 50);
    await findUnmatchedSignals(tx, 50);
    await findLeftChildren(tx, null, 50);
    await deleteSent(tx, 50);
  },
  'what sweeps look for among effects': async (tx) => {
    await findLapsedEffects(tx, 50);
    await findOrphanedEffects(tx, 50);
    await findAnsweredReviews(tx, 50);
    await findLeftoverClaims(tx, 50);
  },
  'S5.5 S11.2 what has its time': async (tx) => {
    await claimDueTimers(tx, [ORG], { perOrg: 50, total: 500 }, []);
    await markOrgsServed(tx, [ORG], []);
    await readTimerPage(tx, { org: '', due: '-infinity', id: '' }, 500);
    await findZoneChanges(tx, 50);
    await findRunsOfContact(tx, 'con_1');
    await findOwingSchedules(tx, 50);
    await lockDueSchedules(tx, 50);
  },
};

describe('no large table is read from end to end', () => {
  it.each(Object.entries(READS))('for %s', async (_name, read) => {
    expect(await plansOf(read)).not.toMatch(LARGE);
  });

  it('S10.2 nor more of runs than is counted, for those that are open', async () => {
    for (const org of [ORG, null]) {
      const plans = await plansOf(async (tx) => readOpenRuns(tx, org));
      expect(plans).toMatch(/Index Only Scan using runs_by_status on runs/);
    }
  });

  it.each(INVARIANTS.map((invariant) => [invariant.name, invariant] as const))(
    'S9.1 for the invariant %s',
    async (_name, invariant) => {
      const plans = await plansOf(async (tx) => countBroken(tx, invariant));
      expect(plans).not.toMatch(LARGE);
      // A piece is read in its index's order: sorted first, it would cost as much as the whole.
      expect(plans).not.toMatch(/Sort Key: (steps|runs|approvals|subscriptions|spend)\./);
    },
  );
});
