import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { exportDocument } from '#server/engine/edit/export-document.ts';
import { demoDocument } from '#server/runtime/demo-document.ts';
import { documentOf, end, reply, wait } from '#testing/documents.ts';
import { type Answer, restClient, type Json } from '#testing/rest-client.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testServices } from '#testing/test-services.ts';

const db = testDatabase();
const services = testServices(db);
const { ask, publish } = restClient(services);

describe('automations', () => {
  it('are listed in pages that neither skip nor repeat, with the address of their hook', async () => {
    const all = await ask('GET', '/automations?limit=100');
    const first = await ask('GET', '/automations?limit=2');
    const second = await ask('GET', `/automations?limit=100&cursor=${first.body.nextCursor}`);
    const ids = (answer: Answer): string[] => answer.body.items.map((item: Json) => item.id);
    expect([...ids(first), ...ids(second)]).toEqual(ids(all));
    expect(second.body.nextCursor).toBeNull();
    const demo = all.body.items.find((item: Json) => item.slug === 'demo-follow-up');
    expect(demo).toMatchObject({ name: 'Demo follow-up', status: 'active', version: 1 });
    expect(demo.hookUrl).toMatch(/^http:\/\/localhost:3000\/hooks\/(hk_[0-9a-f]+|demo-follow-up)$/);
  });

  it('come back from an export as they were imported, with an address of their own', async () => {
    const source = { ...demoDocument(), name: 'Imported' };
    const first = await ask('POST', '/automations', source);
    const exported = await ask('GET', `/automations/${first.body.id}/export`);
    expect(exported.body).toEqual(source);
    const second = await ask('POST', '/automations', exported.body);
    expect((await ask('GET', `/automations/${second.body.id}/export`)).body).toEqual(source);
    expect(second.body.hookUrl).not.toBe(first.body.hookUrl);
    expect(second.body.slug).toBe('imported-2');
  });

  it('are exported byte for byte as they were, however the database keeps them', async () => {
    const text = exportDocument(documentSchema.parse(demoDocument()));
    const made = await ask('POST', '/automations', JSON.parse(text));
    expect((await ask('GET', `/automations/${made.body.id}/export`)).text).toBe(text);
  });

  it('refuse text that the database cannot hold, and say so', async () => {
    const document = documentOf([wait('a', 'P1D'), end()]) as object;
    for (const description of ['nul \u0000', 'half \ud800']) {
      expect(await ask('POST', '/automations', { ...document, description })).toMatchObject({
        status: 422,
        body: { code: 'invalid' },
      });
      const made = await ask('POST', '/automations', document);
      const save = await ask('PUT', `/automations/${made.body.id}/draft`, {
        revision: 1,
        document: { ...document, description },
      });
      expect(save).toMatchObject({ status: 422, body: { code: 'invalid' } });
    }
  });

  it('refuse a document that is none, field by field', async () => {
    const answer = await ask('POST', '/automations', { format: 'holdfast/automation@1', name: '' });
    expect(answer.status).toBe(422);
    expect(answer.body.issues.map((issue: Json) => issue.path)).toContain('name');
    const made = await ask('POST', '/automations', documentOf([wait('a', 'P1D'), end()]));
    const draft = await ask('PUT', `/automations/${made.body.id}/draft`, {});
    expect(draft.body.detail).toContain('at revision');
  });

  it('refuse a save that did not see the latest, and say who saved and when', async () => {
    const made = await ask('POST', '/automations', documentOf([wait('a', 'P1D'), end()]));
    const draft = `/automations/${made.body.id}/draft`;
    const change = (name: string): object => ({
      ...(documentOf([wait('a', 'P1D'), end()]) as object),
      name,
    });
    expect((await ask('PUT', draft, { revision: 1, document: change('One') })).body.revision).toBe(
      2,
    );
    // The same save again, as after a lost answer, is the same save.
    expect((await ask('PUT', draft, { revision: 1, document: change('One') })).body.revision).toBe(
      2,
    );
    const stale = await ask('PUT', draft, { revision: 1, document: change('Two') });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: 'stale_revision',
      revision: 2,
      savedBy: expect.any(String),
      savedAt: expect.any(String),
    });
    expect((await ask('GET', `/automations/${made.body.id}/export`)).body.name).toBe('One');
  });

  it('refuse to publish a draft with errors, and list them all', async () => {
    const made = await ask(
      'POST',
      '/automations',
      documentOf([{ id: 'mail', kind: 'send_email' }, end()]),
    );
    const answer = await ask('POST', `/automations/${made.body.id}/publish`, {});
    expect(answer.status).toBe(422);
    expect(answer.body.problems.length).toBeGreaterThan(0);
    expect(answer.body.problems).toContainEqual(
      expect.objectContaining({ stepId: 'mail', severity: 'error' }),
    );
  });

  it('say so when nothing changed since the live version', async () => {
    const id = await publish(documentOf([wait('a', 'P1D'), end()]));
    const again = await ask('POST', `/automations/${id}/publish`, {});
    expect(again.body).toMatchObject({
      version: 1,
      changed: false,
      message: 'Nothing changed since version 1.',
    });
  });

  it('S7.3 keep a step id for one kind of step', async () => {
    const id = await publish(documentOf([wait('a', 'P1D'), end()]));
    await ask('PUT', `/automations/${id}/draft`, documentOf([reply('a', 'x'), end()]));
    const answer = await ask('POST', `/automations/${id}/publish`, {});
    expect(answer.status).toBe(422);
    expect(answer.body.problems).toContainEqual(
      expect.objectContaining({ code: 'reused_step_id', stepId: 'a' }),
    );
  });

  it('S7.1 leave a run on the version that it started on, which nobody can change', async () => {
    const id = await publish(documentOf([wait('a', 'P1D'), end('end', 'old')]));
    const { runId } = (await ask('POST', `/automations/${id}/runs`, {})).body;
    await ask(
      'PUT',
      `/automations/${id}/draft`,
      documentOf([wait('a', 'P1D'), wait('b', 'P1D'), end('end', 'new')]),
    );
    expect((await ask('POST', `/automations/${id}/publish`, {})).body.version).toBe(2);
    const run = (await ask('GET', `/runs/${runId}`)).body;
    expect(run.version).toBe(1);
    const [timer] = run.timers.filter((each: Json) => each.purpose === 'wait');
    expect((await ask('POST', `/runs/${runId}/timers/${timer.id}/fire`)).body).toEqual({
      fired: true,
    });
    expect((await ask('GET', `/runs/${runId}`)).body).toMatchObject({
      status: 'done',
      outcome: 'old',
      version: 1,
    });
    const next = (await ask('POST', `/automations/${id}/runs`, {})).body;
    expect((await ask('GET', `/runs/${next.runId}`)).body.version).toBe(2);
    await expect(
      db.sql.query(`update automation_versions set note = 'changed' where automation_id = $1`, [
        id,
      ]),
    ).rejects.toThrow('immutable');
  });
});
