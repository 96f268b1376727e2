/** Results, counted by scenario and fault. */
import type { Aim, Fault } from './fault.ts';
import type { Result } from './experiment.ts';

export interface Trial {
  readonly scenario: string;
  readonly aim: Aim;
  readonly result: Result;
}

export interface TallyRow {
  readonly scenario: string;
  readonly fault: Fault;
  /** Points at which it was done. */
  points: number;
  /** Runs that never came to the point: their steps came in another order. */
  missed: number;
  recovered: number;
  lost: number;
  doubled: number;
  /** Recovered with the help of a person, who was asked what the provider has. */
  review: number;
}

const emptyRow = (scenario: string, fault: Fault): TallyRow => ({
  scenario,
  fault,
  points: 0,
  missed: 0,
  recovered: 0,
  lost: 0,
  doubled: 0,
  review: 0,
});

export const tally = (trials: readonly Trial[]): readonly TallyRow[] => {
  const rows = new Map<string, TallyRow>();
  for (const { scenario, aim, result } of trials) {
    const name = `${scenario} ${aim.fault}`;
    const row = rows.get(name) ?? emptyRow(scenario, aim.fault);
    rows.set(name, row);
    if (result.reached) row.points += 1;
    else row.missed += 1;
    if (result.lost.length > 0) row.lost += 1;
    if (result.doubled.length > 0) row.doubled += 1;
    if (result.reviews + result.parked > 0) row.review += 1;
    const sound = result.lost.length === 0 && result.doubled.length === 0;
    if (sound && result.reached) row.recovered += 1;
  }
  return [...rows.values()].toSorted(
    (a, b) => a.scenario.localeCompare(b.scenario) || a.fault.localeCompare(b.fault),
  );
};

export const sumOf = (rows: readonly TallyRow[]): TallyRow => {
  const sum = emptyRow('all', 'kill-before');
  for (const row of rows) {
    for (const key of ['points', 'missed', 'recovered', 'lost', 'doubled', 'review'] as const) {
      sum[key] += row[key];
    }
  }
  return sum;
};

const COLUMNS = ['points', 'recovered', 'lost', 'doubled', 'review', 'missed'] as const;

/** As Markdown, for terminals and READMEs alike. */
export const tableOf = (rows: readonly TallyRow[]): string => {
  const line = (scenario: string, fault: string, row: TallyRow): string =>
    `| ${scenario} | ${fault} | ${COLUMNS.map((column) => row[column]).join(' | ')} |`;
  return [
    '| scenario | fault | points | recovered | lost | doubled | asked a person | not reached |',
    '|---|---|---:|---:|---:|---:|---:|---:|',
    ...rows.map((row) => line(row.scenario, row.fault, row)),
    line('**all**', '', sumOf(rows)),
  ].join('\n');
};
