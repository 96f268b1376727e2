import { describe, expect, it } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { testServices } from '#testing/test-services.ts';
import { checkReadiness } from './check-readiness.ts';
import { serveMetrics } from './serve-metrics.ts';

const db = testDatabase();
const services = testServices(db);

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
});
