import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkDocument } from '#server/engine/check-document.ts';
import { readEnv } from '#server/platform/env.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, testServices } from '#testing/test-services.ts';
import { demoDocument } from './demo-document.ts';
import { runDemo } from './run-demo.ts';
import { seed, seedIfEmpty } from './seed-demo.ts';
import { trialDocument, webinarDocument, welcomeDocument } from './seed-documents.ts';

const db = testDatabase();
const services = testServices(db);
const untouched = testDatabase();
const empty = testDatabase();

const problemsOf = (document: Parameters<typeof checkDocument>[0]) =>
  checkDocument(document, stepCatalogue, analyseTemplate);

describe('the demo workspace', () => {
  it('has a webhook for the demo that can be typed from the README', async () => {
    const { rows } = await db.sql.query(
      `select hook_id as "hookId" from automations where slug = 'demo-follow-up'`,
    );
    expect(rows).toEqual([{ hookId: 'demo-follow-up' }]);
  });

  it('has a demo automation without a single problem', () => {
    expect(problemsOf(demoDocument())).toEqual([]);
    expect(problemsOf(welcomeDocument())).toEqual([]);
    expect(problemsOf(webinarDocument())).toEqual([]);
  });

  it('has a draft with problems, so that the list shows one', () => {
    const codes = problemsOf(trialDocument()).filter(({ severity }) => severity === 'error');
    expect(codes.length).toBeGreaterThan(1);
  });

  it('is not made with the sandbox off: one owner, and no password that anybody knows', async () => {
    const { secrets } = services();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'holdfast-seed-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const env = readEnv({ HOLDFAST_SANDBOX: 'off', HOLDFAST_DATA_DIR: dataDir });
    const { logins } = await seed({ env, secrets, connectionString: untouched.url });
    const password = readFileSync(path.join(dataDir, 'owner-password'), 'utf8').trim();
    expect(password).toMatch(/^[0-9a-f]{24}$/);
    expect(logins).toEqual([
      { name: 'Owner', email: 'owner@holdfast.local', password, role: 'owner' },
    ]);
    const { rows } = await untouched.sql.query(
      `select (select count(*) from users) as users,
              (select count(*) from automations) as automations`,
    );
    expect(rows).toEqual([{ users: 1, automations: 0 }]);
    // A web process that finds somebody there makes nobody, and tells no password.
    expect(await seedIfEmpty({ env, secrets, connectionString: untouched.url })).toEqual({
      logins: [],
    });
  });

  it('is left as it is by a web process of its own', async () => {
    const count = async () => (await db.sql.query('select count(*) as n from users')).rows[0];
    const before = await count();
    const env = readEnv({ HOLDFAST_SANDBOX: 'off' });
    const { secrets } = services();
    expect(await seedIfEmpty({ env, secrets, connectionString: db.url })).toEqual({ logins: [] });
    expect(await count()).toEqual(before);
  });

  it('has its first owner made by a web process where there is nobody', async () => {
    const { secrets } = services();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'holdfast-seed-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const env = readEnv({ HOLDFAST_SANDBOX: 'off', HOLDFAST_DATA_DIR: dataDir });
    const { logins } = await seedIfEmpty({ env, secrets, connectionString: empty.url });
    expect(logins).toMatchObject([{ email: 'owner@holdfast.local', role: 'owner' }]);
  });

  it('is made once: a second start changes nothing', async () => {
    const count = async (): Promise<unknown> =>
      (
        await db.sql.query(
          `select (select count(*) from users) as users, (select count(*) from members) as members,
                  (select count(*) from automations) as automations,
                  (select count(*) from automation_versions) as versions,
                  (select count(*) from connections) as connections,
                  (select count(*) from api_keys) as keys, (select count(*) from audit) as audit`,
        )
      ).rows[0];
    const before = await count();
    const { env, secrets, connectionString } = services();
    const { logins } = await seed({ env, secrets, connectionString });
    expect(await count()).toEqual(before);
    expect(before).toMatchObject({
      users: 4,
      automations: 4,
      versions: 3,
      connections: 4,
      keys: 1,
    });
    expect(logins[0]).toMatchObject({ email: 'lena@example.com', role: 'owner' });
  });

  it('leaves a connection alone that a person has pointed elsewhere', async () => {
    await db.sql.query(
      `update connections set settings = '{"baseUrl": "https://crm.example.com"}' where name = 'crm'`,
    );
    const { env, secrets, connectionString } = services();
    await seed({ env, secrets, connectionString });
    const { rows } = await db.sql.query(`select settings from connections where name = 'crm'`);
    expect(rows[0]).toEqual({ settings: { baseUrl: 'https://crm.example.com' } });
  });

  it('lets Lena and Sam sign in, and nobody with a wrong password', async () => {
    const { auth } = services();
    for (const email of ['lena@example.com', 'sam@example.com']) {
      const headers = await signIn(services(), email);
      expect((await auth.api.getSession({ headers }))?.user.email).toBe(email);
    }
    await expect(
      auth.api.signInEmail({ body: { email: 'lena@example.com', password: 'wrong-password' } }),
    ).rejects.toThrow();
  });

  it('runs the demo as a new event each time, through the path of the hook', async () => {
    const first = await runDemo(services().deps, 'org_brightwater');
    const second = await runDemo(services().deps, 'org_brightwater');
    expect(first.duplicate).toBe(false);
    expect(second.runId).not.toBe(first.runId);
    const { rows } = await db.sql.query(
      `select r.status, r.version, c.email from runs r join contacts c on c.id = r.contact_id
        where r.id = $1`,
      [first.runId],
    );
    expect(rows[0]).toEqual({ status: 'waiting_timer', version: 1, email: 'maya@example.com' });
  });
});
