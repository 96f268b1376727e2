/** `npm run crashlab`: the whole lab, its tables, and the findings as JSON. */
import { parseArgs } from 'node:util';
import { startTestServer } from '#server/testing/test-server.ts';
import { runCampaign } from './campaign.ts';
import { endOnSignals } from './end-with-us.ts';
import { FAULTS } from './fault.ts';
import { report, sayTrial } from './report.ts';
import { SCENARIOS } from './scenarios.ts';

const OPTIONS = {
  scenario: { type: 'string', multiple: true },
  fault: { type: 'string', multiple: true },
  /** Part of a statement's or a call's kind, to come back to a finding. */
  kind: { type: 'string', default: '' },
  seed: { type: 'string', default: '1' },
  lanes: { type: 'string', default: '3' },
  most: { type: 'string' },
  minutes: { type: 'string' },
  out: { type: 'string', default: '.data/crashlab.json' },
} as const;

/** Resolves to whether nothing was lost, nothing doubled, and every recorded point struck. */
export const runCrashlab = async (args: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const scenarios = SCENARIOS.filter(
    ({ name }) => values.scenario?.some((part) => name.includes(part)) ?? true,
  );
  const faults = FAULTS.filter((fault) => values.fault?.includes(fault) ?? true);
  const server = await startTestServer();
  endOnSignals(async () => server.stop());
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
      onTrial: sayTrial,
    });
    return report(campaign, Math.round((performance.now() - began) / 1000), values.out);
  } finally {
    await server.stop();
  }
};
