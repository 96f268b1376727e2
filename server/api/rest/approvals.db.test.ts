import { beforeAll, describe, expect, it } from 'vitest';
import { callerFor } from '#server/api/caller.ts';
import { sha256Hex } from '#server/platform/digest.ts';
import { shutDown } from '#server/platform/lifecycle.ts';
import { createWorker } from '#server/runtime/start-worker.ts';
import { ask as askFor, documentOf, end } from '#testing/documents.ts';
import { restClient, type Json } from '#testing/rest-client.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, testServices } from '#testing/test-services.ts';
import { waitFor } from '#testing/wait-for.ts';

const db = testDatabase();
const services = testServices(db);
const { ask, publish } = restClient(services);

let automationId = '';
beforeAll(async () => {
  automationId = await publish(documentOf([askFor('approve'), end()]));
});

/** A run that stands at its question, and the question. */
const asked = async (): Promise<Json> => {
  const { runId } = (
    await ask('POST', `/automations/${automationId}/runs`, { input: { key: 'k' } })
  ).body;
  const worker = createWorker(services().deps, { queueUrl: null, sweeps: false });
  await worker.start();
  try {
    await waitFor('the question stands', async () => {
      const run = (await ask('GET', `/runs/${runId}`)).body;
      return run.currentSteps[0]?.status === 'waiting_approval';
    });
  } finally {
    await shutDown(worker, 2_000);
  }
  const open = (await ask('GET', '/approvals?status=open')).body.items;
  return open.find((approval: Json) => approval.runId === runId);
};

describe('an approval', () => {
  it('carries everything that a decision needs', async () => {
    expect(await asked()).toMatchObject({
      id: expect.stringMatching(/^apr_/),
      stepId: 'approve',
      digest: expect.any(String),
      content: 'Draft k',
      status: 'open',
      assignees: ['sam@example.com'],
      deadline: expect.stringMatching(/Z$/),
    });
  });

  it('S6.6 is decided for exactly the content of its digest', async () => {
    const approval = await asked();
    const path = `/approvals/${approval.id}/decision`;
    const other = await ask('POST', path, { decision: 'approved', digest: 'a'.repeat(64) });
    expect(other).toMatchObject({ status: 409, body: { reason: 'superseded' } });
    const { digest } = approval;
    expect((await ask('POST', path, { decision: 'approved', digest })).body).toEqual({
      decision: 'approved',
      runId: approval.runId,
    });
    expect((await ask('GET', `/runs/${approval.runId}`)).body.status).toBe('done');
  });

  it('S6.5 is decided once: whoever comes second reads who, when and where', async () => {
    const approval = await asked();
    const sam = callerFor(await signIn(services(), 'sam@example.com'));
    const { id, digest } = approval;
    expect(await sam.approvals.decide({ id, digest, decision: 'rejected' })).toMatchObject({
      kind: 'decided',
    });
    const late = await ask('POST', `/approvals/${id}/decision`, { decision: 'approved', digest });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ reason: 'already_decided', decidedVia: 'inbox' });
    expect(late.body.detail).toMatch(/^Sam Okafor rejected this .+ in the inbox\.$/);
    expect(await sam.approvals.get({ id })).toMatchObject({
      decidedBy: 'Sam Okafor',
      decision: 'rejected',
    });
  });

  it('S6.5 is not decided by members who were not asked, nor by a key that only reads', async () => {
    const { id, digest } = await asked();
    const priya = callerFor(await signIn(services(), 'priya@example.com'));
    expect(await priya.approvals.decide({ id, digest, decision: 'approved' })).toMatchObject({
      kind: 'refused',
      reason: 'not_permitted',
    });
    await db.sql.query(
      `insert into api_keys (id, org_id, name, key_hash, role) values ('key_r', 'org_brightwater', 'R', $1, 'viewer')`,
      [sha256Hex('hf_reads-and-nothing-else')],
    );
    const body = { decision: 'approved', digest };
    const key = 'hf_reads-and-nothing-else';
    expect((await ask('POST', `/approvals/${id}/decision`, body, key)).status).toBe(403);
    expect((await ask('GET', `/approvals/${id}`)).body.status).toBe('open');
  });

  it('S8.1 of a cancelled run cannot be decided any more', async () => {
    const { id, digest, runId } = await asked();
    await ask('POST', `/runs/${runId}/cancel`);
    const late = await ask('POST', `/approvals/${id}/decision`, { decision: 'approved', digest });
    expect(late).toMatchObject({ status: 410, body: { reason: 'cancelled' } });
  });
});
