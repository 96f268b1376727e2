/** What a migration does to runs that have begun something outside. */
import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post, wait } from '#server/testing/documents.ts';
import { effectOf, vanishMidCall } from '#server/testing/effect-scenes.ts';
import { migrationScene } from '#server/testing/migration-scene.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { resolveEffect } from './resolve-effect.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const m = migrationScene(db, s);

describe('a run that has begun something outside', () => {
  it('S7.2 S3.1 keeps the key and the bytes of a call that is to be tried again', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'rate_limited', times: 1 });
    const automation = await s.publish(documentOf([post('order', box, '{"v":1}'), end()]));
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilRun(runId, 'waiting_retry');
    await s.stopWorkers();
    const before = await effectOf(db, `${runId}/order`);
    const next = documentOf([post('order', box, '{"v":2}'), wait('more', 'PT1H'), end()]);
    await m.publishNext(automation, next);
    expect((await m.migrate(automation)).get(runId)?.status).toBe('moved');
    await s.worker();
    await advanceTime(db, '10 minutes');
    await s.untilStep(runId, 'more', 'waiting_timer');
    const after = await effectOf(db, `${runId}/order`);
    expect(after).toMatchObject({ status: 'settled', attempts: 2, request: before.request });
    await advanceTime(db, '1 hour');
    await s.untilRun(runId, 'done');
  });

  it('S7.2 S3.5 is asked again while a call is under way, and told why when it stays in doubt', async () => {
    const call = { ...post('order', box), config: { ...post('order', box).config } };
    const automation = await s.publish(
      documentOf([{ ...call, config: { ...call.config, honoursKey: false } }, end()]),
    );
    const { runId } = await s.start(automation);
    await vanishMidCall(db, s.deps(), `${runId}/order`, true);
    await m.publishNext(automation, documentOf([post('order', box), end('end', 'new')]));
    const id = await m.order(automation);
    await m.work();
    expect((await m.results(id)).get(runId)).toMatchObject({
      status: 'pending',
      code: 'step_running',
    });
    expect(await m.state(id)).toMatchObject({ status: 'moving', total: 1, refused: 0 });
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    await advanceTime(db, '3 seconds');
    await waitFor('the run is told why', async () => (await m.state(id))['status'] === 'done');
    expect((await m.results(id)).get(runId)).toMatchObject({
      status: 'refused',
      code: 'effect_in_doubt',
      reason: 'Nobody knows yet whether what "order" did outside has happened.',
    });
    const resolve = { orgId: s.orgId, key: `${runId}/order`, actor: 'user:u' } as const;
    await resolveEffect(s.deps(), { ...resolve, outcome: 'happened' });
    await s.untilRun(runId, 'done');
    expect(await m.version(runId)).toBe(1);
  });

  it('S7.2 takes another connection for a step that nobody has begun', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const { connection: _, ...config } = post('order', box).config ?? {};
    await m.publishNext(automation, documentOf([{ ...post('order', box), config }, end()]));
    await m.migrate(automation);
    const { rows } = await db.sql.query('select connection from steps where run_id = $1', [runId]);
    expect(rows).toEqual([{ connection: '' }]);
    await s.worker();
    await s.untilRun(runId, 'done');
  });
});
