/** Many experiments: record clean runs, then one point and one fault at a time, in lanes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULTS, type Aim, type Fault } from './fault.ts';
import { runExperiment, type Result } from './experiment.ts';
import { createLabProcesses, type LabProcesses } from './lab-process.ts';
import { openLane, type Lane } from './lane.ts';
import { aimsAt, pointsOf, shuffle } from './plan.ts';
import type { LabScenario } from './scenario.ts';
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
  readonly trials: readonly Trial[];
}

interface Task {
  readonly scenario: LabScenario;
  readonly aim: Aim;
}

/** Long enough for every sweep to have gone round. */
const IDLE_MS = 700;

/** Orders of events differ from run to run: two recordings know more points than one. */
const RECORDINGS = 2;

interface Site {
  readonly lane: Lane;
  readonly processes: LabProcesses;
  readonly automations: ReadonlyMap<LabScenario, string>;
}

const tryIt = async (site: Site, scenario: LabScenario, aim: Aim | null): Promise<Result> => {
  const { lane, processes, automations } = site;
  const automationId = automations.get(scenario) ?? '';
  return runExperiment({ lane, processes, scenario, automationId, aim });
};

const record = async (site: Site, scenario: LabScenario) => {
  const recordings = [];
  for (let run = 0; run < RECORDINGS; run += 1) {
    const { lost, doubled, points } = await tryIt(site, scenario, null);
    const wrong = [...lost, ...doubled];
    if (wrong.length > 0) throw new Error(`${scenario.name}, undisturbed: ${wrong.join('; ')}`);
    recordings.push(points);
  }
  return recordings;
};

const openSite = async (
  { adminUrl, scenarios }: CampaignOptions,
  processes: LabProcesses,
): Promise<Site> => {
  const lane = await openLane(adminUrl);
  const automations = new Map<LabScenario, string>();
  for (const scenario of scenarios) {
    automations.set(scenario, await lane.publish(scenario.document(lane)));
  }
  return { lane, processes, automations };
};

/** What a worker does when there is nothing to do, which is much the same beside every run. */
const recordIdle = async ({ lane, processes }: Site): Promise<ReadonlySet<string>> => {
  const worker = await processes.take();
  const { url, orgId, sandbox } = lane;
  await worker.go({
    url,
    orgId,
    workerId: 'wrk_idle',
    sandboxPort: sandbox.httpPort,
    aim: null,
    queue: false,
  });
  await sleep(IDLE_MS);
  const points = (await worker.stop()) ?? [];
  processes.giveBack(worker);
  return new Set(points.map(({ kind }) => kind));
};

const planAll = async (options: CampaignOptions, site: Site) => {
  let points = 0;
  const tasks: Task[] = [];
  const idle = await recordIdle(site);
  for (const [index, scenario] of options.scenarios.entries()) {
    const recorded = pointsOf(await record(site, scenario), index === 0 ? new Set() : idle);
    const found = recorded.filter(({ kind }) => kind.includes(options.kind ?? ''));
    points += found.length;
    for (const aim of aimsAt(found, options.faults ?? FAULTS)) tasks.push({ scenario, aim });
  }
  return { points, tasks: shuffle(tasks, options.seed) };
};

export const runCampaign = async (options: CampaignOptions): Promise<Campaign> => {
  const processes = createLabProcesses(options.lanes);
  const sites: Site[] = [];
  try {
    for (let n = 0; n < options.lanes; n += 1) sites.push(await openSite(options, processes));
    const [first] = sites;
    if (first === undefined) throw new RangeError('A campaign needs a lane.');
    const { points, tasks } = await planAll(options, first);
    const queue = tasks.slice(0, options.most ?? tasks.length);
    const until = performance.now() + (options.forMs ?? Number.POSITIVE_INFINITY);
    const trials: Trial[] = [];
    await Promise.all(
      sites.map(async (site) => {
        for (;;) {
          const task = performance.now() < until ? queue.shift() : undefined;
          if (task === undefined) return;
          const result = await tryIt(site, task.scenario, task.aim);
          const trial = { scenario: task.scenario.name, aim: task.aim, result };
          trials.push(trial);
          options.onTrial?.(trial, trials.length, tasks.length);
        }
      }),
    );
    return { planned: tasks.length, points, trials };
  } finally {
    processes.end();
    for (const { lane } of sites) await lane.close();
  }
};
