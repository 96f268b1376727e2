/** Many experiments: record clean runs, then one point and one fault at a time, in lanes. */
import { FAULTS, type Aim, type Fault, type Recorded } from './fault.ts';
import { aimsAt, idleOf, pointsOf, shuffle, upTo, type Planned } from './plan.ts';
import { recordIdle } from './record-idle.ts';
import type { LabScenario } from './scenario.ts';
import { closeSite, openSite, tryAt, type Site } from './site.ts';
import type { Trial } from './tally.ts';

export interface CampaignOptions {
  readonly adminUrl: string;
  readonly scenarios: readonly LabScenario[];
  readonly faults?: readonly Fault[];
  /** Only points whose kind contains this. */
  readonly kind?: string;
  readonly lanes: number;
  readonly seed: number;
  /** At most so many of the planned experiments, and for no longer. */
  readonly most?: number;
  readonly forMs?: number;
  readonly onTrial?: (trial: Trial, done: number, planned: number) => void;
}

export interface Campaign {
  readonly planned: number;
  readonly points: number;
  /** Faults that only a poll meets, which are struck in one scenario. */
  readonly spared: number;
  /** Time was up, or no more were wanted. */
  readonly untried: number;
  readonly trials: readonly Trial[];
}

interface Task {
  readonly scenario: LabScenario;
  readonly aim: Aim;
  readonly rare: boolean;
  readonly attempt: number;
}

/** Orders of events differ from run to run: some recordings know more points than one. */
const RECORDINGS = 4;

/** And a run may pass by a point for the same reason: then another one is tried, so often. */
const MOST_ATTEMPTS = 20;
const MOST_FOR_RARE = 2;

const record = async (site: Site, scenario: LabScenario) => {
  const recordings: (readonly Recorded[])[] = [];
  for (let run = 0; run < RECORDINGS; run += 1) {
    const { lost, doubled, points } = await tryAt(site, scenario, null);
    const wrong = [...lost, ...doubled];
    if (wrong.length > 0) throw new Error(`${scenario.name}, undisturbed: ${wrong.join('; ')}`);
    recordings.push(points);
  }
  return recordings;
};

const planFor = async (options: CampaignOptions, site: Site, scenario: LabScenario) => {
  const idle = idleOf(await recordIdle(site));
  const recordings = await record(site, scenario);
  const until = scenario.migration?.until;
  const struck = until === undefined ? recordings : recordings.map((one) => upTo(one, until, idle));
  const planned = pointsOf(struck, idle);
  return planned.filter(({ kind }) => kind.includes(options.kind ?? ''));
};

/** Each lane records some of the scenarios. */
const planAll = async (options: CampaignOptions, sites: readonly Site[]) => {
  const found = new Map<LabScenario, readonly Planned[]>();
  const left = [...options.scenarios];
  await Promise.all(
    sites.map(async (site) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        found.set(next, await planFor(options, site, next));
      }
    }),
  );
  const faults = options.faults ?? FAULTS;
  const tasks: Task[] = [];
  const elsewhere = new Set<string>();
  let points = 0;
  for (const scenario of options.scenarios) {
    const here = found.get(scenario) ?? [];
    points += here.length;
    for (const { rare, ...aim } of aimsAt(here, faults, elsewhere)) {
      tasks.push({ scenario, aim, rare, attempt: 1 });
    }
    for (const { kind, poll } of here) if (poll) elsewhere.add(kind);
  }
  const spared = points * faults.length - tasks.length;
  return { points, spared, tasks: shuffle(tasks, options.seed) };
};

export const runCampaign = async (options: CampaignOptions): Promise<Campaign> => {
  const sites: Site[] = [];
  try {
    for (let n = 0; n < options.lanes; n += 1) {
      sites.push(await openSite(options.adminUrl, options.scenarios));
    }
    const { points, spared, tasks } = await planAll(options, sites);
    const queue = tasks.slice(0, options.most ?? tasks.length);
    const until = performance.now() + (options.forMs ?? Number.POSITIVE_INFINITY);
    const trials: Trial[] = [];
    const work = async (site: Site): Promise<void> => {
      while (performance.now() < until) {
        const task = queue.shift();
        if (task === undefined) return;
        const { scenario, aim, rare, attempt } = task;
        const result = await tryAt(site, scenario, aim);
        const sound = result.lost.length + result.doubled.length === 0;
        if (!result.reached && sound && attempt < (rare ? MOST_FOR_RARE : MOST_ATTEMPTS)) {
          queue.push({ ...task, attempt: attempt + 1 });
          continue;
        }
        const trial = { scenario: scenario.name, aim, rare, attempts: attempt, result };
        trials.push(trial);
        options.onTrial?.(trial, trials.length, tasks.length);
      }
    };
    await Promise.all(sites.map(work));
    const untried = tasks.length - trials.length;
    return { planned: tasks.length, points, spared, untried, trials };
  } finally {
    for (const site of sites) await closeSite(site);
  }
};
