/** Versions and migrations as the screens and programs ask for them. */
import { describe, expect, it } from 'vitest';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { demoDocument } from '#server/runtime/demo-document.ts';
import { runDemo } from '#server/runtime/run-demo.ts';
import { workMigrations } from '#server/runtime/work-migrations.ts';
import { restClient } from '#testing/rest-client.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, testServices } from '#testing/test-services.ts';
import { callerFor } from '#server/api/caller.ts';

const db = testDatabase();
const services = testServices(db);
const { ask } = restClient(services);
const ORG = 'org_brightwater';
const DEMO = 'demo-follow-up';

const callerOf = async () => callerFor(await signIn(services(), 'lena@example.com'));

/** The demo without its first wait, called otherwise: what runs wait at is gone. */
const withoutWait = (): AutomationDocument => {
  const { steps, edges, ...rest } = demoDocument();
  return documentSchema.parse({
    ...rest,
    steps: steps
      .filter((step) => step.id !== 'wait_weekday')
      .map((step) => (step.id === 'approve' ? { ...step, name: 'Kim approves' } : step)),
    edges: edges.flatMap((edge) => {
      if (edge.from === 'wait_weekday') return [];
      return edge.to === 'wait_weekday' ? [{ ...edge, to: 'draft_email' }] : [edge];
    }),
  });
};

describe('versions and migrations', () => {
  it('S7.1 S7.2 are published, compared, previewed, moved and restored', async () => {
    const api = await callerOf();
    const { runId } = await runDemo(services().deps, ORG);
    const before = await api.automations.get({ id: DEMO });
    const id = before.id;
    const saved = await api.automations.saveDraft({
      id,
      revision: before.draftRevision,
      document: withoutWait(),
    });
    const { version: to } = await api.automations.publish({ id, revision: saved.revision });
    const from = before.liveVersion ?? 0;

    const versions = await api.automations.versions({ id, limit: 1 });
    expect(versions.items).toMatchObject([{ version: to, live: true, openRuns: 0 }]);
    const older = await api.automations.versions({ id, cursor: versions.nextCursor });
    expect(older.items[0]).toMatchObject({ version: from, live: false });
    expect(older.items[0]?.openRuns).toBeGreaterThan(0);
    expect((await api.automations.version({ id, version: from })).document.steps).toContainEqual(
      expect.objectContaining({ id: 'wait_weekday' }),
    );
    const standing = await api.automations.runsPerStep({ id, version: from });
    expect(standing.steps).toContainEqual({ stepId: 'wait_weekday', runs: expect.any(Number) });

    const compared = await api.automations.compare({ id, from, to: 'draft' });
    expect(compared.steps).toContainEqual(
      expect.objectContaining({
        kind: 'removed',
        step: expect.objectContaining({ id: 'wait_weekday' }),
      }),
    );
    expect(compared.steps).toContainEqual(
      expect.objectContaining({
        kind: 'changed',
        fields: [
          { field: 'name', label: 'Name', before: expect.any(String), after: 'Kim approves' },
        ],
      }),
    );

    const proposal = await api.migrations.propose({ automationId: DEMO, from, to });
    expect(proposal.unmapped).toEqual(['wait_weekday']);
    const order = {
      automationId: id,
      from,
      to,
      mapping: proposal.mapping,
      rules: [{ kind: 'move' as const, stepId: 'wait_weekday', to: 'draft_email' }],
    };
    const { mapping: _, ...matchedById } = order;
    const preview = await api.migrations.preview(matchedById);
    expect(preview.problems).toEqual([]);
    expect(preview.buckets.find((one) => one.stepId === 'wait_weekday')).toMatchObject({
      action: 'move',
      to: { stepId: 'draft_email' },
    });
    expect(JSON.stringify(preview)).toContain('Maya');

    const { migration } = await api.migrations.start({ ...order, key: 'k' });
    expect(await api.migrations.start({ ...order, key: 'k' })).toMatchObject({
      duplicate: true,
      migration: { id: migration.id },
    });
    while (await workMigrations(services().deps, 'here'));
    const done = await api.migrations.get({ id: migration.id });
    expect(done).toMatchObject({ status: 'done', startedBy: expect.stringContaining('Lena') });
    expect(done.counts.pending).toBe(0);
    const moved = await api.migrations.runs({ id: migration.id, status: 'moved' });
    expect(moved.items).toContainEqual(
      expect.objectContaining({ runId, contact: expect.stringContaining('Maya'), code: null }),
    );
    expect((await api.migrations.list({ automationId: id })).items).toHaveLength(1);
    expect((await api.runs.get({ id: runId })).version).toBe(to);

    const rest = await ask('GET', `/migrations/${migration.id}/runs?limit=100`);
    expect(rest.status).toBe(200);
    expect(JSON.stringify(rest.body)).toContain(runId);
    expect(JSON.stringify(rest.body)).not.toContain('Maya');
    expect((await ask('GET', `/migrations/${migration.id}`)).body).toMatchObject({
      status: 'done',
    });

    const restored = await api.automations.restoreVersion({
      id,
      version: from,
      revision: saved.revision,
    });
    expect(restored.revision).toBe(saved.revision + 1);
    const same = await api.automations.compare({ id, from, to: 'draft' });
    expect(same.count).toBe(0);
    await expect(
      api.automations.restoreVersion({ id, version: to, revision: saved.revision }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('S7.2 start by REST with every step matched by its id, once per key', async () => {
    const api = await callerOf();
    const { id, versions } = await api.automations.get({ id: DEMO });
    const [to = 0, from = 0] = versions.map((one) => one.version);
    const rules = [{ kind: 'leave', stepId: 'wait_weekday' }];
    const body = { from, to, rules, key: 'rest' };
    const preview = await ask('POST', `/automations/${DEMO}/migrations/preview`, {
      from,
      to,
      rules,
    });
    expect([preview.status, preview.body.problems]).toEqual([200, []]);
    const first = await ask('POST', `/automations/${id}/migrations`, body);
    const second = await ask('POST', `/automations/${id}/migrations`, body);
    expect([first.status, second.status]).toEqual([202, 200]);
    expect(second.body.id).toBe(first.body.id);
    const other = await ask('POST', `/automations/${id}/migrations`, { ...body, key: 'other' });
    expect([other.status, other.body.migrationId ?? other.body.details?.migrationId]).toEqual([
      409,
      first.body.id,
    ]);
    expect(await api.migrations.cancel({ id: first.body.id })).toMatchObject({
      status: 'cancelled',
    });
  });
});
