import { describe, expect, it } from 'vitest';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post } from '#server/testing/documents.ts';
import { effectOf, vanishMidCall } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { renewEffectLeases } from './renew-leases.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const NOTHING = { extended: new Set(), busy: new Set() };

describe('the lease of an effect', () => {
  it('S3.2 is extended only for the newest attempt, and never once it has lapsed', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const key = `${runId}/order`;
    await vanishMidCall(db, s.deps(), key, false);
    const old = { key, token: (await effectOf(db, key)).token };
    expect((await renewEffectLeases(db.sql, [old], 30)).extended).toEqual(new Set([key]));
    await advanceTime(db, '31 seconds');
    // The late beat of a stalled worker takes nothing back.
    expect(await renewEffectLeases(db.sql, [old], 30)).toEqual(NOTHING);
    await vanishMidCall(db, s.deps(), key, true);
    const newest = await effectOf(db, key);
    expect(newest.token).toBe(old.token + 1);
    // Nor does it lengthen the lease of whoever calls now.
    expect(await renewEffectLeases(db.sql, [old], 3600)).toEqual(NOTHING);
    expect((await effectOf(db, key)).leaseUntil).toBe(newest.leaseUntil);
    const current = { key, token: newest.token };
    expect((await renewEffectLeases(db.sql, [current], 30)).extended).toEqual(new Set([key]));
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'done');
  });
});
