/** `npm run bench`: every figure beside the limits of the same Postgres, measured in the same run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startBenchServer, type BenchServer } from './bench-database.ts';
import { measureEditor } from './editor/measure-editor.ts';
import { measureLatency } from './measure-latency.ts';
import { measureParked } from './measure-parked.ts';
import { measureThroughput } from './measure-throughput.ts';
import { measureTimers } from './measure-timers.ts';
import { measureRawLimits } from './raw-limits.ts';
import { reportOf, type Results } from './report.ts';

const RUNS = 2_000;
const PARKED = 10_000;
const TIMERS = 1_000;
const ALONE = 60;

const PARTS = ['throughput', 'latency', 'parked', 'timers'] as const;
type Part = (typeof PARTS)[number];

const measure = async (
  server: BenchServer,
  parts: ReadonlySet<Part>,
): Promise<Omit<Results, 'machine' | 'at'>> => {
  const has = (part: Part): boolean => parts.has(part);
  const raw = await measureRawLimits(server);
  return {
    raw,
    ...(has('throughput') ? { throughput: await measureThroughput(server, RUNS) } : {}),
    ...(has('latency') ? { latency: await measureLatency(server, ALONE) } : {}),
    ...(has('parked') ? { parked: await measureParked(server, PARKED) } : {}),
    ...(has('timers') ? { timers: await measureTimers(server, TIMERS) } : {}),
  };
};

const measureEngine = async (named: readonly string[]): Promise<Partial<Results>> => {
  const chosen = PARTS.filter((part) => named.length === 0 || named.includes(part));
  if (chosen.length === 0) return {};
  const server = await startBenchServer();
  try {
    return await measure(server, new Set(chosen));
  } finally {
    await server.stop();
  }
};

/**
 * Measures the named parts, all of them when none is named; writes JSON and prints the table. The
 * editor is measured in the browser at `browserPath`, and left out without one.
 */
export const bench = async (
  named: readonly string[],
  file: string,
  browserPath: string | undefined,
): Promise<void> => {
  const engine = await measureEngine(named);
  const results: Results = {
    machine: `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'CPU'}, Node ${process.version}, PostgreSQL 18, durable`,
    at: new Date().toISOString(),
    ...engine,
    ...(browserPath === undefined ? {} : { editor: await measureEditor(browserPath) }),
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  const where = path.relative(process.cwd(), file);
  process.stdout.write(`${reportOf(results)}\n\nWritten to ${where}\n`);
};
