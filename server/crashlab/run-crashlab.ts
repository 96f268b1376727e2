/** `npm run crashlab`: the whole lab, its table, and the findings as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServer } from '#server/testing/test-server.ts';
import { runCampaign, type Campaign } from './campaign.ts';
import { FAULTS } from './fault.ts';
import { SCENARIOS } from './scenarios.ts';
import { sumOf, tableOf, tally, type Trial } from './tally.ts';

const OPTIONS = {
  scenario: { type: 'string', multiple: true },
  fault: { type: 'string', multiple: true },
  /** Part of a statement's or a call's kind, to come back to a finding. */
  kind: { type: 'string', default: '' },
  seed: { type: 'string', default: '1' },
  lanes: { type: 'string', default: '2' },
  most: { type: 'string' },
  minutes: { type: 'string' },
  out: { type: 'string', default: '.data/crashlab.json' },
} as const;

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const isBad = ({ result }: Trial): boolean => result.lost.length + result.doubled.length > 0;

const describe = ({ scenario, aim, result }: Trial): string =>
  [
    `${scenario}: ${aim.fault} at ${aim.point.seam} #${aim.point.ordinal} ${aim.point.kind}`,
    ...result.lost.map((line) => `    lost: ${line}`),
    ...result.doubled.map((line) => `    doubled: ${line}`),
  ].join('\n');

const report = (campaign: Campaign, seconds: number, out: string): boolean => {
  const rows = tally(campaign.trials);
  const sum = sumOf(rows);
  say(`\n${tableOf(rows)}\n`);
  say(
    `${campaign.trials.length} of ${campaign.planned} experiments at ${campaign.points} points, in ${seconds} s.`,
  );
  mkdirSync(path.dirname(out), { recursive: true });
  const trials = campaign.trials.map(({ result, ...trial }) => {
    const { points, ...rest } = result;
    return { ...trial, ...rest, recorded: points.length };
  });
  writeFileSync(out, JSON.stringify({ ...campaign, seconds, rows, trials }, null, 1));
  return sum.lost === 0 && sum.doubled === 0;
};

/** Resolves to whether nothing was lost and nothing doubled. */
export const runCrashlab = async (args: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const scenarios = SCENARIOS.filter(
    ({ name }) => values.scenario?.some((part) => name.includes(part)) ?? true,
  );
  const faults = FAULTS.filter((fault) => values.fault?.includes(fault) ?? true);
  const server = await startTestServer();
  const began = performance.now();
  try {
    const campaign = await runCampaign({
      adminUrl: server.adminUrl,
      scenarios,
      faults,
      kind: values.kind,
      seed: Number(values.seed),
      lanes: Number(values.lanes),
      ...(values.most === undefined ? {} : { most: Number(values.most) }),
      ...(values.minutes === undefined ? {} : { forMs: Number(values.minutes) * 60_000 }),
      onTrial: (trial, done, planned) => {
        if (isBad(trial)) say(describe(trial));
        if (done % 50 === 0) say(`${done} of ${planned}`);
      },
    });
    return report(campaign, Math.round((performance.now() - began) / 1000), values.out);
  } finally {
    await server.stop();
  }
};
