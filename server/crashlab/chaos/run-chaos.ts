/** `npm run chaos`: every disturbance under load, and what was lost or doubled by it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServer } from '#server/testing/test-server.ts';
import { endOnSignals } from '../end-with-us.ts';
import type { ChaosRow, Disturbance, Extent } from './disturbance.ts';
import { DISTURBANCES } from './disturbances.ts';
import { emptiedQueue } from './emptied-queue.ts';
import { killedWorkers } from './killed-workers.ts';
import { runDisturbance } from './run-disturbance.ts';

const OPTIONS = {
  only: { type: 'string', default: '' },
  short: { type: 'boolean', default: false },
  out: { type: 'string', default: '.data/chaos.json' },
} as const;

const LONG: Extent = { runs: 100, forMs: 15_000 };
const SHORT: Extent = { runs: 12, forMs: 2_000 };
const MINUTES_2 = 120_000;

const extentOf = (disturbance: Disturbance, short: boolean): Extent => {
  if (short) return SHORT;
  if (disturbance === killedWorkers) return { ...LONG, forMs: MINUTES_2 };
  return disturbance === emptiedQueue ? { ...LONG, runs: 1_000 } : LONG;
};

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const lineOf = (row: ChaosRow): string =>
  `| ${row.name} | ${row.done} | ${row.runs} | ${row.finished} | ${row.lost.length} | ${row.doubled.length} | ${row.reviews} |`;

const tableOf = (rows: readonly ChaosRow[]): string =>
  [
    '| disturbance | done | runs | finished | lost | doubled | asked a person |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...rows.map(lineOf),
  ].join('\n');

/** Resolves to whether nothing was lost and nothing doubled. */
export const runChaos = async (args: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const server = await startTestServer();
  endOnSignals(async () => server.stop());
  const rows: ChaosRow[] = [];
  try {
    for (const disturbance of DISTURBANCES) {
      if (!disturbance.name.includes(values.only)) continue;
      const row = await runDisturbance(
        server.adminUrl,
        disturbance,
        extentOf(disturbance, values.short),
      );
      rows.push(row);
      say(`${row.name}: ${row.done}; ${row.finished} of ${row.runs}, in ${row.seconds} s`);
      for (const line of [...row.lost, ...row.doubled]) say(`    ${line}`);
    }
  } finally {
    await server.stop();
  }
  say(`\n${tableOf(rows)}\n`);
  mkdirSync(path.dirname(values.out), { recursive: true });
  writeFileSync(values.out, JSON.stringify(rows, null, 1));
  return rows.every((row) => row.lost.length + row.doubled.length === 0);
};
