/**
 * Random documents and random choices in the simulator, and the events that they come to on the
 * real engine: after each choice both logs must tell the same. A failure names its seed;
 * SAME_PATH_SEED=n replays that one.
 */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#server/engine/event.ts';
import { randomDocument } from '#server/engine/random-document.ts';
import { isOpenRun, visitKey, type Lane, type RunState, type Visit } from '#server/engine/state.ts';
import { testingCatalogue } from '#server/engine/testing-catalogue.ts';
import { txOf } from '#server/platform/db.ts';
import { readEnv } from '#server/platform/env.ts';
import { newId } from '#server/platform/ids.ts';
import { commitAdvance } from '#server/runtime/commit-advance.ts';
import { createDeps } from '#server/runtime/create-deps.ts';
import { deliverSignal } from '#server/runtime/deliver-signal.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import type { LoadedRun } from '#server/runtime/loaded-run.ts';
import { readLoadedRuns } from '#server/runtime/read-loaded-runs.ts';
import { claimSteps, FIRST_QUEUE } from '#server/store/claim-steps.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { engineNow, setTime } from '#server/testing/advance-time.ts';
import { chanceOf, type Chance } from '#server/testing/random-automation.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { TEST_SECRETS } from '#server/testing/test-secrets.ts';
import type { Choice, OfferedChoice } from './choice.ts';
import { happen } from './happen.ts';
import { simulationChoices } from './offered-choices.ts';
import { perform } from './perform.ts';
import type { Simulation } from './simulation.ts';
import { startSimulation } from './start-simulation.ts';

const db = testDatabase();
const s = scenario(db);

/** The engine as it is, over the step kinds that the random documents are made of. */
const depsOf = (): RuntimeDeps =>
  createDeps({
    pool: db.pool,
    env: readEnv({ NODE_ENV: 'test', APP_URL: 'http://localhost:3000' }),
    secrets: TEST_SECRETS,
    catalogue: testingCatalogue,
    executors: new Map(),
    connectors: new Map(),
    render: renderTemplate,
  });

/** Ids are each side's own, and instants are compared apart. */
const OWN = [
  'timerId',
  'dueAt',
  'deadlineAt',
  'lateMs',
  'approvalId',
  'subscriptionId',
  'signalId',
  'rule',
  'tzdb',
  'token',
  'trigger',
];

interface Told {
  readonly type: string;
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const factsOf = ({ type, stepId, iteration, data }: Told): unknown => ({
  type,
  stepId,
  iteration,
  data: Object.fromEntries(Object.entries(data).filter(([name]) => !OWN.includes(name))),
});

/** When waits and deadlines come due; retries are a matter of chance. */
const instantsOf = ({ type, data }: Told): number[] =>
  type === 'timer.set' && data['purpose'] !== 'retry' ? [Date.parse(String(data['dueAt']))] : [];

const sameInstants = (ours: readonly number[], theirs: readonly number[]): boolean =>
  ours.length === theirs.length &&
  ours.every((instant, index) => Math.abs(instant - (theirs[index] ?? 0)) < 60_000);

const stateOf = async (deps: RuntimeDeps, runId: string): Promise<RunState> => {
  const run = (await readLoadedRuns(deps, txOf(db.pool), [runId])).get(runId);
  if (run === undefined) throw new Error('The run is gone.');
  return run.state;
};

interface Pair {
  readonly deps: RuntimeDeps;
  readonly runId: string;
  simulation: Simulation;
}

const timerKey = (state: RunState, timerId: string): string => {
  const timer = state.timers.get(timerId);
  if (timer === undefined) return 'none';
  return `${timer.purpose} ${timer.visit === null ? '' : visitKey(timer.visit)}`;
};

/** The same event with the server's own ids in it. */
const withTheirIds = (theirs: RunState, ours: RunState, event: RunEvent): RunEvent => {
  switch (event.kind) {
    case 'timer_fired': {
      const wanted = timerKey(ours, event.timerId);
      const [id] = [...theirs.timers.keys()].filter((one) => timerKey(theirs, one) === wanted);
      return { ...event, timerId: id ?? 'none' };
    }
    case 'approval_posted':
    case 'approval_decided': {
      const approvalId = theirs.approvals.get(visitKey(event.visit))?.id ?? 'none';
      return { ...event, approvalId };
    }
    default:
      return event;
  }
};

/** Never back: what became ready a moment ago would lie in the future. */
const moveClock = async (to: number): Promise<void> => {
  if ((await engineNow(db)).getTime() < to) await setTime(db, new Date(to));
};

/** A worker takes a step of the lane; which one of several is the server's to say. */
const claim = async (lane: Lane): Promise<Visit> => {
  const order = { lane, limit: 1, owner: 'w1', leaseSeconds: 3600, mostLostAttempts: 20 };
  const { steps } = await claimSteps(txOf(db.pool), { ...order, after: FIRST_QUEUE });
  const [step] = steps;
  if (step === undefined) throw new Error(`Nothing to claim in the lane ${lane}`);
  return { stepId: step.stepId, iteration: step.iteration };
};

/** Somebody answers; whose wait it is of several is the server's to say. */
const deliver = async (pair: Pair): Promise<Visit> => {
  const signal = { name: 'reply', correlationKey: 'key', identity: newId('sig'), payload: {} };
  await deliverSignal(pair.deps, { ...signal, orgId: s.orgId, source: 'signal' });
  const received = (await s.log(pair.runId)).findLast(({ type }) => type === 'signal.received');
  return { stepId: received?.stepId ?? '', iteration: received?.iteration ?? 0 };
};

const WORK = new Set<Choice['kind']>(['succeed', 'fail', 'skip_send', 'fail_as_shown']);

/** The choice as the server lets it happen, where the two could choose apart. */
const settleWhose = async (pair: Pair, choice: Choice, chance: Chance): Promise<Choice> => {
  if (choice.kind === 'answer') return { ...choice, visit: await deliver(pair), payload: {} };
  if (!('visit' in choice) || !WORK.has(choice.kind)) return choice;
  const lane = pair.simulation.state.steps.get(visitKey(choice.visit))?.lane;
  const visit = await claim(lane ?? 'io');
  const output = chance.pick(['left', 'right']);
  return choice.kind === 'succeed' ? { ...choice, visit, output } : { ...choice, visit };
};

const happenOnServer = async (pair: Pair, choice: Choice): Promise<number> => {
  const { simulation, events } = perform(pair.simulation, choice);
  let ours = pair.simulation;
  for (const { at, event, actor } of events) {
    const { state } = ours;
    // Claims and signals had to go first, so that the server could say whose they were.
    if (event.kind !== 'step_claimed' && event.kind !== 'signal_received') {
      await moveClock(at);
      const decide = ({ state: theirs }: LoadedRun) => withTheirIds(theirs, state, event);
      const outcome = await commitAdvance(pair.deps, { runId: pair.runId, actor, decide });
      expect(outcome.kind).toBe('advanced');
    }
    ours = happen({ ...ours, now: at }, event, actor);
  }
  pair.simulation = simulation;
  return events.length;
};

const compareLogs = async (pair: Pair, where: string): Promise<void> => {
  const theirs = await s.log(pair.runId);
  const ours: Told[] = pair.simulation.log.map(({ transition }) => transition);
  expect(ours.map(factsOf), where).toEqual(theirs.map(factsOf));
  const [mine, their] = [ours.flatMap(instantsOf), theirs.flatMap(instantsOf)];
  expect(sameInstants(mine, their), `${where}: instants ${mine.join()} / ${their.join()}`).toBe(
    true,
  );
};

const MOST = 40;

const play = async (deps: RuntimeDeps, seed: number): Promise<number> => {
  const chance = chanceOf(seed);
  const document = randomDocument(chance);
  const automation = await s.publish(document);
  const { runId } = await s.start(automation, {}, deps);
  const now = (await engineNow(db)).getTime();
  const simulation = startSimulation({
    document,
    catalogue: testingCatalogue,
    contact: null,
    payload: {},
    now,
  });
  const pair: Pair = { deps, runId, simulation };
  let events = 0;
  for (let count = 0; count < MOST; count += 1) {
    await compareLogs(pair, `seed ${seed}, after ${count} choices`);
    const offered = simulationChoices(pair.simulation);
    const [first, ...others] = offered;
    if (first === undefined) break;
    // What ends runs early comes seldom, so that they see something of the world.
    const ends = ({ choice }: OfferedChoice) =>
      choice.kind === 'cancel' ||
      choice.kind === 'get_too_old' ||
      (choice.kind === 'fail' && choice.forGood);
    const any = chance.pick([first, ...others.filter((one) => !ends(one) || chance.roll(9) === 0)]);
    const choice = await settleWhose(pair, any.choice, chance);
    events += await happenOnServer(pair, choice);
    await moveClock(pair.simulation.now);
  }
  const state = await stateOf(deps, runId);
  expect(state.status).toBe(pair.simulation.state.status);
  if (!isOpenRun(state.status)) return events;
  await commitAdvance(deps, {
    runId,
    actor: 'test',
    decide: () => ({ kind: 'stop_requested', visit: null, reason: 'over' }),
  });
  return events;
};

const SEEDS = 60;

describe('the simulator', () => {
  it('takes the same path as the server for the same events, over random automations', async () => {
    const given = process.env['SAME_PATH_SEED'];
    const seeds =
      given === undefined ? Array.from({ length: SEEDS }, (_, n) => n + 1) : [Number(given)];
    const deps = depsOf();
    let events = 0;
    for (const seed of seeds) events += await play(deps, seed);
    expect(events).toBeGreaterThan(seeds.length * (given === undefined ? 5 : 0));
  }, 120_000);
});
