import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { checkInvariants } from '#server/runtime/check-invariants.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';
import { publishAutomation } from '#server/runtime/publish-automation.ts';
import { startByHand } from '#server/runtime/start-by-hand.ts';
import { documentOf, end, wait } from '#testing/documents.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testServices } from '#testing/test-services.ts';
import { checkReadiness } from './check-readiness.ts';
import { serveMetrics } from './serve-metrics.ts';

const db = testDatabase();
const services = testServices(db);

const waitingAutomation = async (): Promise<string> => {
  const { deps } = services();
  const { id } = await createAutomation(deps, {
    orgId: 'org_brightwater',
    document: documentSchema.parse(documentOf([wait('pause', 'PT1H'), end()])),
    actor: 'test',
  });
  await publishAutomation(deps, {
    orgId: 'org_brightwater',
    automationId: id,
    revision: 1,
    note: '',
    actor: 'test',
  });
  return id;
};

describe('readiness', () => {
  it('needs a worker that was seen lately', async () => {
    const before = await checkReadiness(services());
    expect(before).toMatchObject({ ready: false, checks: { database: 'ok', migrations: 'ok' } });
    expect(before.checks.worker).toContain('no worker');
    await db.sql.query(`insert into workers (id, role) values ('wrk_1', 'worker')`);
    expect((await checkReadiness(services())).ready).toBe(true);
    await db.sql.query(`update workers set seen_at = now() - interval '5 minutes'`);
    expect((await checkReadiness(services())).ready).toBe(false);
  });

  it('names a migration that this build has and the database has not', async () => {
    await db.sql.query(`delete from _prisma_migrations where migration_name = '0001_init'`);
    const { ready, checks } = await checkReadiness(services());
    expect(ready).toBe(false);
    expect(checks.migrations).toBe('missing: 0001_init');
  });

  it('says that the database is away', async () => {
    const reads = { query: async () => Promise.reject(new Error('connection refused')) };
    expect(await checkReadiness({ reads })).toMatchObject({
      ready: false,
      checks: { database: 'cannot be reached' },
    });
  });
});

const NAMES = [
  'holdfast_connection_breaker_open',
  'holdfast_dead_letters',
  'holdfast_effects_in_review',
  'holdfast_effects_unsettled',
  'holdfast_invariant_violations',
  'holdfast_invariants_checked_seconds',
  'holdfast_leader_lease_seconds',
  'holdfast_outbox_lag_seconds',
  'holdfast_outbox_unsent',
  'holdfast_runs_open',
  'holdfast_runs_without_way_forward',
  'holdfast_step_oldest_ready_seconds',
  'holdfast_steps_ready',
  'holdfast_steps_running',
  'holdfast_timer_lateness_seconds',
  'holdfast_timer_oldest_overdue_seconds',
  'holdfast_timers_overdue',
  'holdfast_workers_alive',
];

describe('metrics', () => {
  it('S10.2 are in the format of Prometheus, every invariant among them', async () => {
    const answer = await serveMetrics(services());
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
    expect(text).toMatch(/^holdfast_timers_overdue 0$/m);
    expect(text).toMatch(/^holdfast_timer_lateness_seconds\{quantile="0.95"\} [\d.]+$/m);
    expect(text).toMatch(/^holdfast_invariant_violations\{invariant="[a-z_]+"\} 0$/m);
    expect(text).not.toContain('@example');
  });

  it('S10.2 tell of each of these, and what a provider, the relay and the dead are like', async () => {
    await db.sql.query(`update connections set breaker = 'open' where id = 'cxn_crm'`);
    await db.sql.query(
      `insert into outbox (id, topic, payload, created_at)
       values (gen_random_uuid(), 'step.ready', '{}', engine_now() - interval '90 seconds')`,
    );
    const { runId } = await startByHand(services().deps, {
      orgId: 'org_brightwater',
      automationId: await waitingAutomation(),
      input: {},
      trigger: 'manual',
      actor: 'user:usr_lena',
    });
    await db.sql.query(
      `update runs set status = 'failed', outcome = 'rejected', finished_at = engine_now()
        where id = $1`,
      [runId],
    );
    const text = await (await serveMetrics(services())).text();
    const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
    expect(names.toSorted()).toEqual(NAMES);
    expect(text).toMatch(/^holdfast_connection_breaker_open\{connection="cxn_crm"\} 1$/m);
    expect(text).toMatch(/^holdfast_outbox_lag_seconds (9\d|1\d\d)/m);
    expect(text).toMatch(/^holdfast_dead_letters [1-9]/m);
    // Torn by hand: no part of what the next one counts.
    await db.sql.query('delete from timers where run_id = $1', [runId]);
    await db.sql.query('delete from steps where run_id = $1', [runId]);
  });

  it('S10.2 S9.2 tell what stands still: late timers, old ready steps, open effects, stuck runs', async () => {
    const { runId } = await startByHand(services().deps, {
      orgId: 'org_brightwater',
      automationId: await waitingAutomation(),
      input: {},
      trigger: 'manual',
      actor: 'user:usr_lena',
    });
    for (const text of [
      `update timers set due_at = engine_now() - interval '90 seconds'
        where run_id = $1 and purpose = 'wait'`,
      `update timer_queues set next_due_at = engine_now() - interval '90 seconds'
        where org_id = (select org_id from runs where id = $1)`,
      `insert into timers (id, org_id, run_id, step_id, iteration, purpose, rule, zone, due_at, tzdb,
                           fired_at)
       select 'late', org_id, id, 'pause', 1, 'retry', '{}', 'UTC', engine_now() - interval '40 seconds',
              '', engine_now() - interval '10 seconds' from runs where id = $1`,
      `insert into steps (org_id, run_id, step_id, iteration, kind, status, lane, ready_at)
       select org_id, id, 'call', 1, 'http_request', 'ready', 'io', engine_now() - interval '2 minutes'
         from runs where id = $1`,
      `insert into effects (key, org_id, run_id, step_id, iteration, connector, status, attempts,
                            first_attempt_at, request, request_digest)
       select id || '/call', org_id, id, 'call', 1, 'http', 'outcome_unknown', 1, engine_now(), '{}', 'd'
         from runs where id = $1`,
    ]) {
      await db.sql.query(text, [runId]);
    }
    await db.sql.query(
      `insert into steps (org_id, run_id, step_id, iteration, kind, status, reason)
       select org_id, id, 'stuck', 1, 'http_request', 'parked', '{}' from runs where id = $1`,
      [runId],
    );
    await checkInvariants(services().pools.api);
    const text = await (await serveMetrics(services())).text();
    const value = (name: string): number =>
      Number(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} ([\\d.]+)$`, 'm').exec(text)?.[1]);
    expect(value('holdfast_timers_overdue')).toBe(1);
    expect(value('holdfast_timer_oldest_overdue_seconds')).toBeGreaterThanOrEqual(90);
    expect(value('holdfast_timer_lateness_seconds{quantile="1"}')).toBe(30);
    expect(value('holdfast_step_oldest_ready_seconds{lane="io"}')).toBeGreaterThanOrEqual(120);
    expect(value('holdfast_step_oldest_ready_seconds{lane="slow"}')).toBe(0);
    expect(value('holdfast_effects_unsettled')).toBe(1);
    expect(value('holdfast_runs_without_way_forward')).toBe(1);
  });
});
