/** A seeded sample of the crash lab; `npm run crashlab` tries every point. */
import { expect, inject, it } from 'vitest';
import type {} from '#server/testing/global-setup.ts';
import { runCampaign } from './campaign.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Trial } from './tally.ts';

const SAMPLE = 30;
const SAMPLE_MS = 45_000;
const SCENES = ['demo', 'loop with an email', 'stop during an email', 'schedule'];

const findings = (trials: readonly Trial[]): readonly unknown[] =>
  trials
    .filter(({ result }) => result.lost.length + result.doubled.length > 0)
    .map(({ scenario, aim, result: { lost, doubled, log } }) => ({
      scenario,
      aim,
      lost,
      doubled,
      log,
    }));

it('S2.1 loses nothing and doubles nothing, whatever happens at a line of a run’s path', {
  timeout: 240_000,
}, async () => {
  const { trials, points } = await runCampaign({
    adminUrl: inject('postgresAdminUrl'),
    scenarios: SCENARIOS.filter(({ name }) => SCENES.includes(name)),
    lanes: 2,
    seed: 7,
    most: SAMPLE,
    forMs: SAMPLE_MS,
  });
  expect(points).toBeGreaterThan(100);
  expect(findings(trials)).toEqual([]);
  expect(trials.filter(({ result }) => result.reached).length).toBeGreaterThan(2);
});
