/** The figures beside their goals, as a table. */
import type { EditorFigures, Frames } from './editor/measure-editor.ts';
import type { Latency } from './measure-latency.ts';
import type { Parked } from './measure-parked.ts';
import type { Throughput } from './measure-throughput.ts';
import type { Timers } from './measure-timers.ts';
import type { RawLimits } from './raw-limits.ts';

export interface Results {
  readonly machine: string;
  readonly at: string;
  /** Absent where only the editor was measured. */
  readonly raw?: RawLimits;
  readonly throughput?: Throughput;
  readonly latency?: Latency;
  readonly parked?: Parked;
  readonly timers?: Timers;
  readonly editor?: EditorFigures;
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

const frameLine = (what: string, frames: Frames): Line => [
  `editor: ${what}, main thread per frame, p50 / p95 ms`,
  `${ms(frames.p50Ms)} / ${ms(frames.p95Ms)}`,
  'p50 ≤ 16',
];

const editorLines = (figures: EditorFigures): readonly Line[] => [
  [`editor: ${figures.steps} steps open and take keys after, ms`, whole(figures.openMs), ''],
  frameLine('opening', figures.opening),
  frameLine('dragging a card', figures.dragging),
  frameLine('typing a name', figures.typingName),
  frameLine('typing in a Liquid field', figures.typingLiquid),
];

const engineLines = ({ raw, throughput, latency, parked, timers }: Results): readonly Line[] => [
  ...(raw === undefined ? [] : rawLines(raw)),
  ...(raw === undefined || throughput === undefined ? [] : throughputLines(raw, throughput)),
  ...(latency === undefined ? [] : latencyLines(latency)),
  ...(parked === undefined ? [] : parkedLines(parked)),
  ...(timers === undefined ? [] : timerLines(timers)),
];

const rawLines = (raw: RawLimits): readonly Line[] => [
  ['raw: single-row UPDATE + COMMIT per second, 8 connections', whole(raw.singlePerSecond), ''],
  ['raw: rows per second in commits of 50, 4 connections', whole(raw.batchedPerSecond), ''],
];

export const reportOf = (results: Results): string => {
  const lines = [
    ...engineLines(results),
    ...(results.editor === undefined ? [] : editorLines(results.editor)),
  ];
  return [
    `${results.machine}, ${results.at}`,
    '',
    '| | measured | goal |',
    '|---|---|---|',
    ...lines.map((line) => `| ${line.join(' | ')} |`),
  ].join('\n');
};
