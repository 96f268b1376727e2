import { beforeAll, describe, expect, it } from 'vitest';
import { createOrganisation } from '#server/testing/create-organisation.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { verifyRun } from './verify-run.ts';

const db = testDatabase();
let orgId = '';

beforeAll(async () => {
  orgId = await createOrganisation(db);
  await db.sql.query(
    `insert into automations (id, org_id, slug, name, draft, live_version, hook_id)
     values ('aut', $1, 'a', 'A', '{}', 1, 'hook')`,
    [orgId],
  );
  await db.sql.query(
    `insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
     values ('aut', 1, $1, '{}', 'd', 'u')`,
    [orgId],
  );
});

const STARTED = ['run.started', null, { version: 1, maxSteps: 9, trigger: 'api' }];
const FINISHED = ['run.finished', null, { status: 'done', outcome: null }];
const NOTED = ['run.duplicate', null, { source: 'api' }];

/** A finished run whose log has these rows, each with the number of its first entry. */
const runWith = async (
  id: string,
  rows: readonly (readonly [number, readonly unknown[]])[],
): Promise<string> => {
  const seq = Math.max(...rows.map(([first, entries]) => first + entries.length - 1));
  await db.sql.query(
    `insert into runs (id, org_id, automation_id, version, start_key, status, seq, steps_left,
                       expires_at, finished_at)
     values ($1, $2, 'aut', 1, $1, 'done', $3, 9, engine_now(), engine_now())`,
    [id, orgId, seq],
  );
  for (const [first, entries] of rows) {
    await db.sql.query(
      `insert into run_log (run_id, seq, org_id, actor, entries) values ($1, $2, $3, 'api', $4)`,
      [id, first, orgId, JSON.stringify(entries)],
    );
  }
  return id;
};

describe('S12.2 verifying a run', () => {
  it('finds nothing where the log counts from one', async () => {
    const run = await runWith('run_sound', [
      [1, [STARTED, NOTED]],
      [3, [FINISHED]],
    ]);
    expect(await verifyRun({ pool: db.pool }, run)).toMatchObject({ equal: true, differences: [] });
  });

  it('names a number that was given twice, which no key of the packed log sees', async () => {
    const run = await runWith('run_twice', [
      [1, [STARTED, NOTED, FINISHED]],
      [2, [NOTED]],
    ]);
    const { equal, differences } = await verifyRun({ pool: db.pool }, run);
    expect([equal, differences]).toEqual([false, ['log: entry 3 has the number 2']]);
  });

  it('names a number that is missing', async () => {
    const run = await runWith('run_gap', [
      [1, [STARTED]],
      [3, [FINISHED]],
    ]);
    const { differences } = await verifyRun({ pool: db.pool }, run);
    expect(differences).toEqual(['log: entry 2 has the number 3']);
  });
});
