/** The figures beside their goals, as a table. */
import type { Latency } from './measure-latency.ts';
import type { Parked } from './measure-parked.ts';
import type { Throughput } from './measure-throughput.ts';
import type { Timers } from './measure-timers.ts';
import type { RawLimits } from './raw-limits.ts';

export interface Results {
  readonly machine: string;
  readonly at: string;
  readonly raw: RawLimits;
  readonly throughput?: Throughput;
  readonly latency?: Latency;
  readonly parked?: Parked;
  readonly timers?: Timers;
}

type Line = readonly [what: string, figure: string, goal: string];

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const fine = (value: number): string => value.toFixed(2);
const ms = (value: number): string => (value < 100 ? value.toFixed(1) : whole(value));

const throughputLines = (raw: RawLimits, figures: Throughput): readonly Line[] => [
  [`runs of 3 steps per second (${figures.runs} runs)`, whole(figures.runsPerSecond), '> 1,000'],
  [
    'steps per second ÷ single-row commits',
    fine(figures.stepsPerSecond / raw.singlePerSecond),
    '≥ 0.6',
  ],
  [
    'steps per second ÷ batched row updates',
    fine(figures.stepsPerSecond / raw.batchedPerSecond),
    '',
  ],
  ['commits per run at load', fine(figures.commitsPerRun), '< 1'],
  ['WAL bytes per step', whole(figures.walBytesPerStep), '< 2,000'],
  ['worker CPU per step, ms', fine(figures.workerCpuMsPerStep), '< 0.3'],
];

const latencyLines = (figures: Latency): readonly Line[] => [
  [
    'idle: start to end of 3 steps, p50 / p95 ms',
    `${ms(figures.p50Ms)} / ${ms(figures.p95Ms)}`,
    '≤ 12 / 20',
  ],
  ['commits of a run alone', fine(figures.commitsPerRun), '≤ 5'],
];

const parkedLines = (figures: Parked): readonly Line[] => [
  [`parked: create ${whole(figures.runs)}, seconds`, fine(figures.createSeconds), '< 5'],
  ['parked: bytes each', whole(figures.bytesEach), '< 2,500'],
  ['parked: worker memory growth, MB', fine(figures.workerGrowthMb), 'none'],
];

const timerLines = (figures: Timers): readonly Line[] => [
  [
    `${whole(figures.timers)} timers at one instant: late p50 / p95 ms`,
    `${ms(figures.lateP50Ms)} / ${ms(figures.lateP95Ms)}`,
    '< 200 / 400',
  ],
];

export const reportOf = (results: Results): string => {
  const { raw, throughput, latency, parked, timers } = results;
  const lines: readonly Line[] = [
    ['raw: single-row UPDATE + COMMIT per second, 8 connections', whole(raw.singlePerSecond), ''],
    ['raw: rows per second in commits of 50, 4 connections', whole(raw.batchedPerSecond), ''],
    ...(throughput === undefined ? [] : throughputLines(raw, throughput)),
    ...(latency === undefined ? [] : latencyLines(latency)),
    ...(parked === undefined ? [] : parkedLines(parked)),
    ...(timers === undefined ? [] : timerLines(timers)),
  ];
  return [
    `${results.machine}, ${results.at}`,
    '',
    '| | measured | goal |',
    '|---|---|---|',
    ...lines.map((line) => `| ${line.join(' | ')} |`),
  ].join('\n');
};
