/** One point, one fault: a run, a worker that suffers, a second one that recovers, a verdict. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/platform/ids.ts';
import { SANDBOX_SERVICES } from '#server/sandbox/services.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { engineNow } from '#server/testing/advance-time.ts';
import { perform } from './acts.ts';
import type { Aim, Recorded } from './fault.ts';
import type { Verdict } from './finding.ts';
import type { LabProcess } from './lab-process.ts';
import type { LabProcesses, Role } from './lab-processes.ts';
import type { Lane } from './lane.ts';
import { LEASE_SECONDS } from './lab-deps.ts';
import { lookAt, readLog, type Look } from './look.ts';
import type { LabScenario } from './scenario.ts';
import { setSchedule } from './set-schedule.ts';
import { moveRuns, parkRuns, type Parked } from './moved-runs.ts';
import { judge } from './verdict.ts';
import { actOn, letLeasesLapse, type World } from './world.ts';

export interface Result extends Verdict {
  /** False when this run never came to the point. */
  readonly reached: boolean;
  /** The run's, when something is wrong with it. */
  readonly log: readonly string[];
  readonly reviews: number;
  readonly parked: number;
  readonly ms: number;
  /** Of a run to which nothing was done. */
  readonly points: readonly Recorded[];
}

export interface Experiment {
  readonly lane: Lane;
  readonly processes: LabProcesses;
  readonly scenario: LabScenario;
  readonly automationId: string;
  /** Null: a clean run, which is recorded. */
  readonly aim: Aim | null;
}

const EVERY_MS = 8;
/** Between two rings when somebody has to be found by looking. */
const RING_MS = 40;
/** So long nothing changes before the lab takes it that everybody waits for time. */
const STILL_MS = 200;
/** Of somebody at work: one fault at a time, so his leases do not lapse under him. */
const AT_WORK_MS = 4_000;
const GIVE_UP_MS = 180_000;

interface Workers {
  readonly victim: LabProcess;
  rescuer: LabProcess | null;
  readonly victimId: string;
}

/** Nothing moves: leases lapse first, and later whatever waits longer. */
const stir = async (lane: Lane, times: number): Promise<void> => {
  await letLeasesLapse(lane);
  if (times > 2) await lane.sql.query(`update engine_clock set offset_us = offset_us + 31000000`);
};

const orderFor = ({ lane, scenario }: Experiment, aim: Aim | null) => ({
  url: lane.url,
  sandboxPort: lane.sandbox.httpPort,
  orgId: lane.orgId,
  workerId: newId('wrk'),
  aim,
  queue: scenario.queue ?? false,
});

/** Whether the worker that suffers can do nothing more: dead, or stopped. */
const isAway = ({ aim }: Experiment, { victim }: Workers): boolean =>
  victim.gone || (victim.reached && aim?.fault === 'hang');

const patience = (experiment: Experiment, looks: Looks, workers: Workers): number => {
  const { victim, victimId } = workers;
  const steps = looks.flatMap((look) => look?.steps ?? []);
  const owners = steps.flatMap(({ owner }) => owner ?? []);
  const atWork = owners.some((owner) => owner !== victimId || !isAway(experiment, workers));
  return victim.reached && !atWork ? STILL_MS : AT_WORK_MS;
};

const rescue = async (experiment: Experiment, workers: Workers): Promise<void> => {
  workers.rescuer = await experiment.processes.take('rescuer');
  if (isAway(experiment, workers)) await letLeasesLapse(experiment.lane);
  const order = { ...orderFor(experiment, null), queue: false };
  await workers.rescuer.go(order);
};

type Looks = readonly (Look | null)[];

const lookAtAll = async ({ lane, senders }: World): Promise<Looks> => {
  const looks: (Look | null)[] = [];
  for (const { startKey } of senders) looks.push(await lookAt(lane.sql, lane.orgId, startKey));
  return looks;
};

const isOver = (looks: Looks): boolean =>
  looks.every((look) => look !== null && look.finished && !look.inDoubt);

/** Everybody outside does what is waited for. Answers whether anything was done. */
const actOnAll = async (world: World, looks: Looks): Promise<boolean> => {
  let acted = false;
  for (const [index, sender] of world.senders.entries()) {
    acted = (await actOn(world, sender, looks[index] ?? null).catch(() => false)) || acted;
  }
  return acted;
};

/** Acts and waits until all is over, for so long at most. */
const follow = async (experiment: Experiment, world: World, workers: Workers): Promise<void> => {
  const until = performance.now() + GIVE_UP_MS;
  let mark = '';
  let since = performance.now();
  let stirred = 0;
  let rung = 0;
  while (performance.now() < until) {
    if (workers.victim.reached && workers.rescuer === null) await rescue(experiment, workers);
    const moving = await moveRuns(world).catch(() => 'not started');
    const looks = await lookAtAll(world);
    if (moving === null && isOver(looks)) return;
    const now = `${moving} ${looks.map((look) => look?.mark).join(' ')}`;
    if (now !== mark) {
      mark = now;
      since = performance.now();
    }
    const acted = moving === null && (await actOnAll(world, looks));
    if (performance.now() - since > patience(experiment, looks, workers)) {
      stirred += 1;
      since = performance.now();
      await stir(world.lane, stirred);
    }
    if (acted || (stirred > 0 && performance.now() - rung > RING_MS)) {
      rung = performance.now();
      workers.victim.ring();
      workers.rescuer?.ring();
    }
    await sleep(EVERY_MS);
  }
};

const endOne = async (processes: LabProcesses, role: Role, process: LabProcess) => {
  const points = process.gone ? null : await process.stop();
  if (points === null) process.signal('SIGKILL');
  else processes.giveBack(role, process);
  return points;
};

/**
 * Lets a stopped worker go on. The database's clock was put forward past its leases; its own clock
 * was not, and is what keeps it from calling: so its leases have to be over by that one too.
 */
const letGoOn = async (victim: LabProcess): Promise<void> => {
  if (victim.reachedAt !== null) {
    const left = victim.reachedAt + LEASE_SECONDS * 1000 - performance.now();
    await sleep(Math.max(0, left));
  }
  victim.signal('SIGCONT');
};

const stopAll = async ({ aim, processes }: Experiment, { victim, rescuer }: Workers) => {
  if (aim?.fault === 'hang' && victim.reached) await letGoOn(victim);
  const [points] = await Promise.all([
    endOne(processes, 'victim', victim),
    rescuer === null ? null : endOne(processes, 'rescuer', rescuer),
  ]);
  return points;
};

/** The senders and their runs, as far as they are there before the worker that is to suffer. */
const beginning = async (experiment: Experiment): Promise<Parked> => {
  const { lane, scenario, automationId, processes } = experiment;
  if (scenario.migration !== undefined) {
    const worker = await processes.take('rescuer');
    await worker.go(orderFor(experiment, null));
    const parked = await parkRuns(lane, scenario, worker);
    await endOne(processes, 'rescuer', worker);
    return parked;
  }
  const bySchedule = scenario.bySchedule === true;
  const startKey = bySchedule ? await setSchedule(lane, automationId) : newId('lab');
  return { automationId, senders: [{ startKey, email: `${newId('maya')}@example.org` }] };
};

const worldOf = async (experiment: Experiment, workers: Workers): Promise<World> => {
  const { lane, scenario } = experiment;
  const began = await engineNow(lane);
  return {
    ...(await beginning(experiment)),
    lane,
    scenario,
    began,
    reviews: 0,
    parked: 0,
    act: async (act) => {
      if (!workers.victim.reached && (await workers.victim.act(act))) return;
      if (workers.victim.reached) await perform(lane.deps, lane.orgId, act);
    },
  };
};

/** What one run leaves behind, or does once per database, is undone, so that the next does it too. */
const setUp = async ({ lane, scenario }: Experiment): Promise<void> => {
  for (const service of SANDBOX_SERVICES) await setFault(lane.outside, service, { mode: 'normal' });
  await lane.sql.query('delete from leases');
  await lane.sql.query('delete from tzdb_walks');
  await scenario.prepare?.(lane);
};

const logsOf = async ({ lane }: World, looks: Looks): Promise<readonly string[]> => {
  const logs: string[] = [];
  for (const look of looks) {
    if (look !== null) logs.push(...(await readLog(lane.sql, look.runId)));
  }
  return logs;
};

export const runExperiment = async (experiment: Experiment): Promise<Result> => {
  const began = performance.now();
  const { aim, processes } = experiment;
  await setUp(experiment);
  const order = { ...orderFor(experiment, aim), record: aim === null };
  const workers: Workers = {
    victim: await processes.take('victim'),
    victimId: order.workerId,
    rescuer: null,
  };
  const world = await worldOf(experiment, workers);
  await workers.victim.go(order);
  await follow(experiment, world, workers);
  const reached = aim !== null && workers.victim.reached;
  const points = await stopAll(experiment, workers);
  const looks = await lookAtAll(world);
  const verdict = await judge(world, looks);
  const bad = verdict.lost.length + verdict.doubled.length > 0;
  const log = bad ? await logsOf(world, looks) : [];
  const { reviews, parked } = world;
  const ms = Math.round(performance.now() - began);
  return { ...verdict, log, reached, reviews, parked, ms, points: points ?? [] };
};
