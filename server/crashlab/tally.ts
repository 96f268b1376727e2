/** Results, counted by scenario and by fault. */
import type { Aim } from './fault.ts';
import type { Result } from './experiment.ts';

export interface Trial {
  readonly scenario: string;
  readonly aim: Aim;
  /** The point came up in a single recording. */
  readonly rare: boolean;
  /** Runs that it took until one came to the point. */
  readonly attempts: number;
  readonly result: Result;
}

export interface TallyRow {
  /** A scenario or a fault. */
  readonly name: string;
  /** Strikes: one point, one fault. */
  struck: number;
  recovered: number;
  lost: number;
  doubled: number;
  /** Recovered with the help of a person, who was asked what the provider has. */
  review: number;
}

const rowFor = (name: string, trials: readonly Trial[]): TallyRow => {
  const row = { name, struck: 0, recovered: 0, lost: 0, doubled: 0, review: 0 };
  for (const { result } of trials) {
    const sound = result.lost.length === 0 && result.doubled.length === 0;
    if (result.reached) row.struck += 1;
    if (sound && result.reached) row.recovered += 1;
    if (result.lost.length > 0) row.lost += 1;
    if (result.doubled.length > 0) row.doubled += 1;
    if (result.reached && result.reviews + result.parked > 0) row.review += 1;
  }
  return row;
};

/** By scenario or by fault, in the order in which `names` has them, and all together at the end. */
export const tally = (
  trials: readonly Trial[],
  names: readonly string[],
  nameOf: (trial: Trial) => string,
): readonly TallyRow[] => [
  ...names.map((name) =>
    rowFor(
      name,
      trials.filter((trial) => nameOf(trial) === name),
    ),
  ),
  rowFor('**all**', trials),
];

/** As Markdown, for terminals and READMEs alike. */
export const tableOf = (by: string, rows: readonly TallyRow[]): string =>
  [
    `| ${by} | struck | recovered | lost | doubled | asked a person |`,
    '|---|---:|---:|---:|---:|---:|',
    ...rows.map(({ name, struck, recovered, lost, doubled, review }) => {
      const counts = [struck, recovered, lost, doubled, review];
      return `| ${name} | ${counts.map((n) => n.toLocaleString('en')).join(' | ')} |`;
    }),
  ].join('\n');

/** Points that came up in several recordings and never since: each is a hole in the proof. */
export const notStruck = (trials: readonly Trial[]): readonly Trial[] =>
  trials.filter(({ rare, result }) => !rare && !result.reached);
