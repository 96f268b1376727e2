import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { idFloor } from '#server/platform/ids.ts';
import { readActivity } from './product-automations.ts';
import { listContacts } from './product-contacts.ts';
import { listEffects } from './product-effects.ts';
import { listRuns } from './product-runs.ts';

const db = testDatabase();
const ORG = 'org_1';
const HOUR = 3_600_000;

beforeAll(async () => {
  await db.sql.query(
    `insert into organisations (id, name, slug, timezone)
     values ('${ORG}', 'One', 'one', 'Asia/Kolkata'), ('org_2', 'Two', 'two', 'UTC')`,
  );
  await db.sql.query(
    `insert into automations (id, org_id, slug, name, draft, hook_id)
     values ('aut_1', '${ORG}', 'a', 'A', '{}', 'hk_1')`,
  );
  await db.sql.query(
    `insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
     values ('aut_1', 1, '${ORG}', '{"steps": []}', 'd', 'seed')`,
  );
  await db.sql.query(
    `insert into contacts (id, org_id, email, name, external_id)
     select 'con_' || lpad(i::text, 6, '0'), case when i % 2 = 0 then '${ORG}' else 'org_2' end,
            'person' || i || '@example.com', 'Ada ' || i, 'X-' || i
       from generate_series(1, 3000) i`,
  );
});

const addRun = async (name: string, at: Date, status = 'done'): Promise<string> => {
  const id = `${idFloor('run', at)}`.slice(0, -name.length) + name;
  await db.sql.query(
    `insert into runs (id, org_id, automation_id, version, start_key, status, outcome, steps_left,
                       expires_at, created_at, finished_at, contact_id)
     values ($1, '${ORG}', 'aut_1', 1, $1, $2, 'x', 1, now(), $3, $3, 'con_000002')`,
    [id, status, at],
  );
  return id;
};

describe('lists', () => {
  it('of contacts find few by index and many in order, in one workspace only', async () => {
    const find = async (search: string, before: string | null = null): Promise<string[]> =>
      (await listContacts(db.sql, { orgId: ORG, search, before, limit: 3 })).map(({ id }) => id);
    expect(await find('PERSON299')).toEqual(['con_002998', 'con_002996', 'con_002994']);
    expect(await find('PERSON299', 'con_002994')).toEqual(['con_002992', 'con_002990']);
    expect(await find('x-2998')).toEqual(['con_002998']);
    expect(await find('ada')).toEqual(['con_003000', 'con_002998', 'con_002996']);
    expect(await find('ada', 'con_000004')).toEqual(['con_000002']);
    expect(await find('%')).toEqual([]);
  });

  it('of runs find those of a person, by address, name or their id elsewhere', async () => {
    const id = await addRun('p', new Date(Date.now() - 20 * 24 * HOUR));
    const find = async (search: string, version: number | null = null): Promise<string[]> =>
      (
        await listRuns(db.sql, {
          version,
          orgId: ORG,
          statuses: null,
          automationId: null,
          search,
          before: null,
          limit: 5,
        })
      ).map((row) => row.id);
    expect(await find('person2@')).toEqual([id]);
    expect(await find('ADA 2')).toEqual([id]);
    expect(await find('ADA 2', 1)).toEqual([id]);
    expect(await find('ADA 2', 2)).toEqual([]);
    expect(await find('x-2')).toEqual([id]);
    expect(await find('person4@')).toEqual([]);
  });

  it('of settled effects go through runs in the order of their keys, page by page', async () => {
    const keys: string[] = [];
    for (const name of ['c', 'a', 'b']) {
      const run = await addRun(name, new Date(Date.now() - 21 * 24 * HOUR));
      for (const step of ['one', 'two']) {
        keys.push(`${run}/${step}`);
        await db.sql.query(
          `insert into effects (key, org_id, run_id, step_id, iteration, connector, status, attempts,
                                first_attempt_at, request, request_digest, result, settled_at)
           values ($1, '${ORG}', $2, $3, 1, 'crm', 'settled', 1, now(), '{}', 'd', '{}', now())`,
          [`${run}/${step}`, run, step],
        );
      }
    }
    const found: string[] = [];
    for (let after: string | null = null; ; after = found.at(-1) ?? null) {
      const asked = { orgId: ORG, status: 'settled', after, limit: 2 } as const;
      const rows = await listEffects(db.sql, asked);
      if (rows.length === 0) break;
      found.push(...rows.map((row) => row.key));
    }
    expect(found).toEqual(keys.toSorted());
    expect(
      await listEffects(db.sql, { orgId: 'org_2', status: 'settled', after: null, limit: 2 }),
    ).toEqual([]);
  });

  it('of automations count starts by the workspace’s days, and what failed today', async () => {
    const { rows } = await db.sql.query<{ midnight: Date }>(
      `select date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as midnight`,
    );
    const midnight = rows[0]?.midnight.getTime() ?? 0;
    await addRun('m', new Date(midnight), 'failed');
    await addRun('n', new Date(midnight - 1), 'failed');
    await addRun('q', new Date(midnight - 13 * 24 * HOUR));
    await addRun('r', new Date(midnight - 13 * 24 * HOUR - 1));
    const activity = (await readActivity(db.sql, ORG, ['aut_1'])).get('aut_1');
    expect(activity?.started).toEqual([1, ...Array.from({ length: 11 }, () => 0), 1, 1]);
    expect(activity?.failedToday).toBe(1);
  });
});
