import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { documentOf, end, wait } from '#testing/documents.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testServices } from '#testing/test-services.ts';
import { createAutomation } from './create-automation.ts';
import { setAutomationStatus } from './pause-automation.ts';
import { publishAutomation, type PublishedVersion } from './publish-automation.ts';
import { saveDraft } from './save-draft.ts';

const db = testDatabase();
const services = testServices(db);
const ORG = 'org_brightwater';
const ACTOR = 'user:usr_lena';

const create = async (document: unknown): Promise<string> =>
  (
    await createAutomation(services().deps, {
      orgId: ORG,
      document: documentSchema.parse(document),
      actor: ACTOR,
    })
  ).id;

const publish = async (
  automationId: string,
  revision: number | null = null,
): Promise<PublishedVersion> =>
  publishAutomation(services().deps, {
    orgId: ORG,
    automationId,
    revision,
    note: '',
    actor: ACTOR,
  });

const save = async (automationId: string, revision: number, document: unknown): Promise<number> =>
  (
    await saveDraft(services().deps, {
      orgId: ORG,
      automationId,
      revision,
      document: documentSchema.parse(document),
      actor: ACTOR,
    })
  ).revision;

const scheduled = (expression: string): object => ({
  ...(documentOf([wait('a', 'P1D'), end()]) as object),
  trigger: { kind: 'schedule', config: { expression } },
});

const schedulesOf = async (automationId: string): Promise<Record<string, unknown>[]> =>
  (
    await db.sql.query(
      `select id, expression, zone, status, next_run_at as next from schedules where automation_id = $1`,
      [automationId],
    )
  ).rows;

describe('publishing', () => {
  it('by several people at once makes one version of one draft', async () => {
    const id = await create(documentOf([wait('a', 'P1D'), end()]));
    const all = await Promise.all([1, 2, 3, 4].map(async () => publish(id, 1)));
    expect(all.map(({ version }) => version)).toEqual([1, 1, 1, 1]);
    expect(all.filter(({ changed }) => changed)).toHaveLength(1);
  });

  it('of a draft that changed meanwhile is refused, naming who changed it', async () => {
    const id = await create(documentOf([wait('a', 'P1D'), end()]));
    await save(id, 1, documentOf([wait('a', 'P2D'), end()]));
    await expect(publish(id, 1)).rejects.toMatchObject({
      code: 'stale_revision',
      details: { savedBy: 'Lena Brandt', revision: 2 },
    });
  });

  it('by two tabs that save at once keeps one and tells the other', async () => {
    const id = await create(documentOf([wait('a', 'P1D'), end()]));
    const saves = await Promise.allSettled([
      save(id, 1, documentOf([wait('a', 'P2D'), end()])),
      save(id, 1, documentOf([wait('a', 'P3D'), end()])),
    ]);
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(saves.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'stale_revision' },
    });
  });

  it('remembers every step id that was ever live, and leaves an audit entry', async () => {
    const id = await create(documentOf([wait('a', 'P1D'), end()]));
    await publish(id);
    await save(id, 1, documentOf([wait('b', 'P1D'), end()]));
    await publish(id);
    const { rows } = await db.sql.query(
      `select used_step_ids as ids, live_version as live,
              (select count(*)::int from audit where subject = $1 and action = 'automation.published') as audited
         from automations where id = $1`,
      [id],
    );
    expect(rows[0]).toEqual({ ids: ['a', 'b', 'end'], live: 2, audited: 2 });
  });

  it('of an archived automation is refused', async () => {
    const id = await create(documentOf([wait('a', 'P1D'), end()]));
    await setAutomationStatus(services().deps, {
      orgId: ORG,
      automationId: id,
      status: 'archived',
      actor: ACTOR,
    });
    await expect(publish(id)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a schedule', () => {
  it('S11.2 is one row that follows the live version', async () => {
    const id = await create(scheduled('0 9 * * 1'));
    expect(await schedulesOf(id)).toEqual([]);
    await publish(id);
    const [first] = await schedulesOf(id);
    expect(first).toMatchObject({
      expression: '0 9 * * 1',
      zone: 'Europe/Berlin',
      status: 'active',
      next: expect.any(Date),
    });
    await save(id, 1, scheduled('0 10 * * 1'));
    await publish(id);
    const [edited] = await schedulesOf(id);
    expect(edited).toMatchObject({ id: first?.['id'], expression: '0 10 * * 1', status: 'active' });
    expect(edited?.['next']).not.toEqual(first?.['next']);
    await save(id, 2, documentOf([wait('a', 'P1D'), end()]));
    await publish(id);
    expect(await schedulesOf(id)).toEqual([]);
  });

  it('S11.2 toggled ten times is still one, and counts from the last resume', async () => {
    const id = await create(scheduled('*/5 * * * *'));
    await publish(id);
    for (let count = 0; count < 10; count += 1) {
      for (const status of ['paused', 'active'] as const) {
        await setAutomationStatus(services().deps, {
          orgId: ORG,
          automationId: id,
          status,
          actor: ACTOR,
        });
      }
    }
    const [kept, ...more] = await schedulesOf(id);
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ status: 'active' });
    expect(Number(kept?.['next'])).toBeGreaterThan(Date.now());
  });

  it('S11.2 keeps its next run when something else was published', async () => {
    const id = await create(scheduled('0 9 * * 1'));
    await publish(id);
    const before = await schedulesOf(id);
    await save(id, 1, { ...scheduled('0 9 * * 1'), name: 'Renamed' });
    await publish(id);
    expect(await schedulesOf(id)).toEqual(before);
  });
});
