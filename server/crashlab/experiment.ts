/** One point, one fault: a run, a worker that suffers, a second one that recovers, a verdict. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/platform/ids.ts';
import { SANDBOX_SERVICES } from '#server/sandbox/services.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { engineNow } from '#server/testing/advance-time.ts';
import { perform } from './acts.ts';
import type { Aim, Recorded } from './fault.ts';
import type { LabProcess, LabProcesses } from './lab-process.ts';
import type { Lane } from './lane.ts';
import { lookAt, readLog, type Look } from './look.ts';
import type { LabScenario } from './scenario.ts';
import { setSchedule } from './set-schedule.ts';
import { judge, type Verdict } from './verdict.ts';
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

const patience = (experiment: Experiment, look: Look | null, workers: Workers): number => {
  const { victim, victimId } = workers;
  const owners = look?.steps.flatMap(({ owner }) => owner ?? []) ?? [];
  const atWork = owners.some((owner) => owner !== victimId || !isAway(experiment, workers));
  return victim.reached && !atWork ? STILL_MS : AT_WORK_MS;
};

const rescue = async (experiment: Experiment, workers: Workers): Promise<void> => {
  workers.rescuer = await experiment.processes.take();
  if (isAway(experiment, workers)) await letLeasesLapse(experiment.lane);
  const order = { ...orderFor(experiment, null), queue: false };
  await workers.rescuer.go(order);
};

/** Acts and waits until the run is finished; null when it never is. */
const follow = async (
  experiment: Experiment,
  world: World,
  workers: Workers,
): Promise<Look | null> => {
  const { lane } = experiment;
  const until = performance.now() + GIVE_UP_MS;
  let mark = '';
  let since = performance.now();
  let stirred = 0;
  while (performance.now() < until) {
    if (workers.victim.reached && workers.rescuer === null) await rescue(experiment, workers);
    const look = await lookAt(lane.sql, lane.orgId, world.startKey);
    if (look?.finished === true && !look.inDoubt) return look;
    if (look !== null && look.mark !== mark) {
      mark = look.mark;
      since = performance.now();
    }
    const acted = await actOn(world, look).catch(() => false);
    if (performance.now() - since > patience(experiment, look, workers)) {
      stirred += 1;
      since = performance.now();
      await stir(lane, stirred);
    }
    if (acted || stirred > 0) {
      workers.victim.ring();
      workers.rescuer?.ring();
    }
    await sleep(EVERY_MS);
  }
  return null;
};

const stopAll = async ({ aim, processes }: Experiment, workers: Workers) => {
  const { victim, rescuer } = workers;
  if (aim?.fault === 'hang' && victim.reached) victim.signal('SIGCONT');
  const points = victim.gone ? null : await victim.stop();
  if (points === null) victim.signal('SIGKILL');
  else processes.giveBack(victim);
  if (rescuer === null) return points;
  if ((await rescuer.stop()) === null) rescuer.signal('SIGKILL');
  else processes.giveBack(rescuer);
  return points;
};

const worldOf = async (experiment: Experiment, workers: Workers): Promise<World> => {
  const { lane, scenario, automationId } = experiment;
  const startKey =
    scenario.bySchedule === true ? await setSchedule(lane, automationId) : newId('lab');
  const began = await engineNow(lane);
  return {
    lane,
    scenario,
    automationId,
    startKey,
    began,
    email: `${newId('maya')}@example.org`,
    reviews: 0,
    parked: 0,
    act: async (act) => {
      if (!workers.victim.reached && (await workers.victim.act(act))) return;
      if (workers.victim.reached) await perform(lane.deps, lane.orgId, act);
    },
  };
};

export const runExperiment = async (experiment: Experiment): Promise<Result> => {
  const began = performance.now();
  const { lane, scenario, aim, processes } = experiment;
  for (const service of SANDBOX_SERVICES) await setFault(lane.outside, service, { mode: 'normal' });
  await scenario.prepare?.(lane);
  const order = { ...orderFor(experiment, aim), record: aim === null };
  const workers: Workers = {
    victim: await processes.take(),
    victimId: order.workerId,
    rescuer: null,
  };
  const world = await worldOf(experiment, workers);
  await workers.victim.go(order);
  const look = await follow(experiment, world, workers);
  const reached = aim !== null && workers.victim.reached;
  const points = await stopAll(experiment, workers);
  const last = await lookAt(lane.sql, lane.orgId, world.startKey);
  const verdict: Verdict =
    look === null || last === null
      ? { lost: [`never finished: ${JSON.stringify(last)}`], doubled: [] }
      : await judge(world, last);
  const bad = verdict.lost.length + verdict.doubled.length > 0;
  const log = bad && last !== null ? await readLog(lane.sql, last.runId) : [];
  const { reviews, parked } = world;
  const ms = Math.round(performance.now() - began);
  return { ...verdict, log, reached, reviews, parked, ms, points: points ?? [] };
};
