/** Publishing by four eyes: who may answer, what resets a request, and what happens at once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { documentOf, end, wait } from '#testing/documents.ts';
import { restClient } from '#testing/rest-client.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, testServices } from '#testing/test-services.ts';
import { waitFor } from '#testing/wait-for.ts';
import { callerFor } from '#server/api/caller.ts';
import { resetRequests } from './reset-requests.ts';

const db = testDatabase();
const services = testServices(db);
const { ask } = restClient(services);

const as = async (name: 'lena' | 'priya') =>
  callerFor(await signIn(services(), `${name}@example.com`));
type Caller = Awaited<ReturnType<typeof as>>;

const draft = (days: number) => documentSchema.parse(documentOf([wait('a', `P${days}D`), end()]));

const versionsOf = async (id: string): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    'select count(*)::int as n from automation_versions where automation_id = $1',
    [id],
  );
  return rows[0]?.n ?? 0;
};

const auditOf = async (id: string): Promise<string[]> => {
  const { rows } = await db.sql.query<{ what: string }>(
    `select actor || ' ' || action as what from audit where subject = $1`,
    [id],
  );
  return rows.map((row) => row.what);
};

const waitingForALock = async (): Promise<boolean> => {
  const { rows } = await db.sql.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

let lena: Caller;
let priya: Caller;
let id = '';

beforeEach(async () => {
  lena = await as('lena');
  priya = await as('priya');
  await lena.workspace.setFourEyes({ on: true });
  ({ id } = await lena.automations.create({ document: draft(1) }));
});

const askFor = async (): Promise<string> =>
  (await lena.publishing.request({ automationId: id, revision: 1, note: 'Two days' })).id;

describe('publishing where a second person has to agree', () => {
  it('is refused to one person alone, in the app and to machines, and said why', async () => {
    await expect(lena.automations.publish({ id, revision: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const { status, body } = await ask('POST', `/automations/${id}/publish`, {});
    expect([status, body.code, body.detail]).toEqual([
      409,
      'conflict',
      'In this workspace a second person has to agree first.',
    ]);
    expect(await versionsOf(id)).toBe(0);
  });

  it('goes live when another approves, with the asker’s note, and leaves a trail', async () => {
    const request = await askFor();
    expect(await askFor()).toBe(request);
    expect((await priya.publishing.list()).items).toContainEqual(
      expect.objectContaining({ id: request, requestedBy: 'Lena Brandt', mine: false }),
    );
    expect(await priya.publishing.approve({ id: request })).toMatchObject({
      version: 1,
      changed: true,
    });
    const state = await lena.publishing.get({ automationId: id });
    expect(state.request).toMatchObject({ status: 'approved', version: 1, mine: true });
    expect((await lena.automations.version({ id, version: 1 })).note).toBe('Two days');
    expect((await auditOf(id)).toSorted()).toEqual([
      'user:usr_lena automation.created',
      'user:usr_lena publish_request.made',
      'user:usr_priya automation.published',
      'user:usr_priya publish_request.approved',
    ]);
    await expect(priya.publishing.approve({ id: request })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
  });

  it('cannot be approved by whoever asked, and taken back by nobody else', async () => {
    const request = await askFor();
    for (const refused of [
      async () => lena.publishing.approve({ id: request }),
      async () => lena.publishing.reject({ id: request, reason: 'Myself' }),
      async () => priya.publishing.withdraw({ id: request }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await lena.publishing.withdraw({ id: request });
    expect((await lena.publishing.get({ automationId: id })).request?.status).toBe('withdrawn');
    expect(await versionsOf(id)).toBe(0);
  });

  it('keeps the reason of a no, and lets the next draft be asked for', async () => {
    const request = await askFor();
    await priya.publishing.reject({ id: request, reason: 'Legal has to look' });
    const state = await lena.publishing.get({ automationId: id });
    expect(state).toMatchObject({
      others: ['Priya Nair'],
      request: { status: 'rejected', decidedBy: 'Priya Nair', reason: 'Legal has to look' },
    });
    expect(await askFor()).not.toBe(request);
  });

  it('is reset by any edit of the draft, so that nobody approves what they have not seen', async () => {
    const request = await askFor();
    await lena.automations.saveDraft({ id, revision: 1, document: draft(1) });
    expect((await lena.publishing.get({ automationId: id })).request?.status).toBe('waiting');
    await lena.automations.saveDraft({ id, revision: 1, document: draft(2) });
    await expect(priya.publishing.approve({ id: request })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: 'Lena Brandt changed the draft since it was asked for.',
    });
    expect(await versionsOf(id)).toBe(0);
    expect(await auditOf(id)).toContain('user:usr_lena publish_request.reset');
  });

  it('either publishes what was asked for or nothing, when an edit comes at the same moment', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const made = await lena.automations.create({ document: draft(1) });
      const { id: request } = await lena.publishing.request({ automationId: made.id, revision: 1 });
      const [approved] = await Promise.allSettled([
        priya.publishing.approve({ id: request }),
        lena.automations.saveDraft({ id: made.id, revision: 1, document: draft(9) }),
      ]);
      const { rows } = await db.sql.query<{ length: string }>(
        `select document #>> '{steps,0,config,duration}' as length
           from automation_versions where automation_id = $1`,
        [made.id],
      );
      const { request: left } = await lena.publishing.get({ automationId: made.id });
      const published = approved.status === 'fulfilled';
      expect([rows.length, left?.status]).toEqual(published ? [1, 'approved'] : [0, 'reset']);
      for (const row of rows) expect(row.length).toBe('P1D');
    }
  });

  it('tells an approval that waited for an edit that there is nothing to approve any more', async () => {
    const request = await askFor();
    let answer: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.query('select 1 from automations where id = $1 for update', [id]);
      // It has read the request as waiting, and now waits for the automation behind it.
      answer = priya.publishing.approve({ id: request }).catch((error: unknown) => error);
      await waitFor('the approval to wait', waitingForALock);
      await resetRequests(tx, {
        orgId: 'org_brightwater',
        automationId: id,
        actor: 'user:usr_lena',
      });
    });
    expect(await answer).toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect(await versionsOf(id)).toBe(0);
  });

  it('hears one answer when two come at once', async () => {
    const request = await askFor();
    const answers = await Promise.allSettled([
      priya.publishing.approve({ id: request }),
      priya.publishing.reject({ id: request, reason: 'Not yet' }),
      priya.publishing.approve({ id: request }),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await versionsOf(id)).toBeLessThanOrEqual(1);
  });

  it('goes back to one person when an owner turns it off, and what waited is reset by that', async () => {
    const request = await askFor();
    await expect(priya.workspace.setFourEyes({ on: false })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await lena.workspace.setFourEyes({ on: false });
    expect(await lena.automations.publish({ id, revision: 1 })).toMatchObject({ version: 1 });
    await expect(priya.publishing.approve({ id: request })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    await expect(askFor()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is never asked for about a draft with errors, an old one, or one that is live already', async () => {
    await expect(lena.publishing.request({ automationId: id, revision: 7 })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await priya.publishing.approve({ id: await askFor() });
    await expect(askFor()).rejects.toMatchObject({
      message: 'Nothing changed since version 1.',
    });
    const broken = { ...draft(1), edges: [] };
    await lena.automations.saveDraft({ id, revision: 1, document: broken });
    await expect(lena.publishing.request({ automationId: id, revision: 2 })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
  });
});
