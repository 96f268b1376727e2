/** What the lab says at its end: tables to be read and pasted, and everything as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Campaign } from './campaign.ts';
import { FAULTS } from './fault.ts';
import { notStruck, tableOf, tally, type Trial } from './tally.ts';

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const isBad = ({ result }: Trial): boolean => result.lost.length + result.doubled.length > 0;

const titleOf = ({ scenario, aim }: Trial): string =>
  `${scenario}: ${aim.fault} at ${aim.point.seam} #${aim.point.ordinal} ${aim.point.kind}`;

/** A finding at once, and now and then how far it is. */
export const sayTrial = (trial: Trial, done: number, planned: number): void => {
  if (isBad(trial)) {
    say(titleOf(trial));
    for (const line of trial.result.lost) say(`    lost: ${line}`);
    for (const line of trial.result.doubled) say(`    doubled: ${line}`);
  }
  if (done % 250 === 0) say(`${done} of ${planned}`);
};

const durationOf = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;

const saySummary = (campaign: Campaign, seconds: number): void => {
  const { trials, planned, points, spared, untried } = campaign;
  const count = (n: number): string => n.toLocaleString('en');
  const struck = trials.filter(({ result }) => result.reached).length;
  const rare = trials.filter((trial) => trial.rare && !trial.result.reached).length;
  const again = trials.filter(({ attempts, result }) => result.reached && attempts > 1).length;
  const missed = notStruck(trials);
  say(
    `${count(struck)} of ${count(planned)} strikes at ${count(points)} points, in ${durationOf(seconds)}.`,
  );
  say(
    `An error, a broken connection and a lost answer at a poll with nothing to do are struck in one scenario for all: that spares ${count(spared)} strikes.`,
  );
  if (untried > 0) say(`A sample: ${count(untried)} were not tried.`);
  say(`${count(again)} took more than one run, since a run passes by a point now and then.`);
  say(`${count(rare)} were at points that came up in one recording only, and not again.`);
  say(`${count(missed.length)} others were not struck.`);
  for (const trial of missed) say(`    ${titleOf(trial)}`);
};

/** Answers whether nothing was lost, nothing doubled, and no point passed by. */
export const report = (campaign: Campaign, seconds: number, out: string): boolean => {
  const { trials } = campaign;
  const scenarios = [...new Set(trials.map(({ scenario }) => scenario))].toSorted();
  const byScenario = tally(trials, scenarios, ({ scenario }) => scenario);
  const byFault = tally(trials, FAULTS, ({ aim }) => aim.fault);
  say(`\n${tableOf('scenario', byScenario)}\n\n${tableOf('fault', byFault)}\n`);
  saySummary(campaign, seconds);
  mkdirSync(path.dirname(out), { recursive: true });
  const told = trials.map(({ result, ...trial }) => {
    const { points, ...rest } = result;
    return { ...trial, ...rest, recorded: points.length };
  });
  const all = { ...campaign, seconds, byScenario, byFault, trials: told };
  writeFileSync(out, JSON.stringify(all, null, 1));
  return !trials.some(isBad) && notStruck(trials).length === 0;
};
