/**
 * Random documents and random outside events on the real engine, and the same events on the pure
 * core alone: after each of them both must say the same of the run. A failure names its seed;
 * RANDOM_RUNS_SEED=n replays that one.
 */
import { describe, expect, it } from 'vitest';
import type { AdvanceEnv } from '#server/engine/advance-env.ts';
import { advance } from '#server/engine/advance.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { initialState } from '#server/engine/evolve.ts';
import { isOpenRun, visitKey, type RunState, type StepState } from '#server/engine/state.ts';
import { txOf } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { claimSteps, FIRST_QUEUE } from '#server/store/claim-steps.ts';
import {
  documentOf,
  end,
  reply,
  wait,
  type TestEdge,
  type TestStep,
} from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { commitAdvance } from './commit-advance.ts';
import { deliverSignal } from './deliver-signal.ts';
import { envOf, type LoadedRun } from './loaded-run.ts';
import { readLoadedRuns } from './read-loaded-runs.ts';

const db = testDatabase();
const s = scenario(db);

type Roll = (sides: number) => number;

/** Small, and the same on every machine. */
const diceOf = (seed: number): Roll => {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

const work = (id: string): TestStep => ({
  id,
  kind: 'http_request',
  config: { url: 'https://example.com/', body: '{}' },
});

/** A chain of a few steps, with a parallel now and then, and sometimes a way back. */
const randomDocument = (roll: Roll): unknown => {
  const steps: TestStep[] = [];
  const edges: TestEdge[] = [];
  let from: [string, string] = ['trigger', 'next'];
  const add = (step: TestStep, port = 'next'): void => {
    steps.push(step);
    edges.push(from[0] === 'trigger' ? ['trigger', step.id] : [from[0], step.id, from[1]]);
    from = [step.id, port];
  };
  const length = 2 + roll(4);
  for (let n = 0; n < length; n += 1) {
    const kind = roll(4);
    if (kind === 0) add(wait(`wait_${n}`, 'PT1H'));
    else if (kind === 1) add(reply(`reply_${n}`), roll(2) === 0 ? 'received' : 'timed_out');
    else if (kind === 2) add(work(`work_${n}`));
    else {
      const arms = ['a', 'b'].map((port) => ({ port, name: port }));
      add({ id: `fork_${n}`, kind: 'parallel', config: { arms } });
      const mode = roll(2) === 0 ? 'all' : 'any';
      steps.push(work(`a_${n}`), wait(`b_${n}`, 'PT2H'));
      steps.push({ id: `join_${n}`, kind: 'join', config: { mode } });
      edges.push([`fork_${n}`, `a_${n}`, 'a'], [`fork_${n}`, `b_${n}`, 'b']);
      edges.push([`a_${n}`, `join_${n}`], [`b_${n}`, `join_${n}`]);
      from = [`join_${n}`, 'next'];
    }
  }
  const [first] = steps;
  if (roll(4) === 0 && first !== undefined) edges.push([from[0], first.id, from[1]]);
  else add(end());
  return documentOf(steps, edges, { maxSteps: 20 });
};

const ERROR = { code: 'unavailable', message: 'Not now.' };

const ofRunning = (visit: { stepId: string; iteration: number }, roll: Roll): RunEvent => {
  switch (roll(7)) {
    case 0:
      return { kind: 'step_errored', visit, error: ERROR, retryable: true };
    case 1:
      return { kind: 'step_errored', visit, error: ERROR, retryable: false };
    case 2:
      return { kind: 'step_parked', visit, error: ERROR };
    case 3:
      return { kind: 'attempt_lost', visit, owner: 'w1' };
    default:
      return { kind: 'step_completed', visit, port: 'next', output: roll(10) };
  }
};

/** One event for one step, as the world might send it; also too late, and out of turn. */
const eventFor = (run: LoadedRun, step: StepState, roll: Roll): RunEvent => {
  const visit = { stepId: step.stepId, iteration: step.iteration };
  if (step.status === 'running') return ofRunning(visit, roll);
  const timer = run.row.timers.find(
    (one) => one.stepId === visit.stepId && one.iteration === visit.iteration && !one.fired,
  );
  if (timer !== undefined && roll(4) !== 0) {
    const { id: timerId, purpose, dueAt } = timer;
    return { kind: 'timer_fired', timerId, purpose, visit, dueAt, skipped: true };
  }
  if (roll(12) === 0) return { kind: 'cancel_requested', reason: null };
  return { kind: 'step_resumed', visit, cause: roll(2) === 0 ? 'replayed' : 'retry' };
};

/** The core's run beside the engine's: ids of its own, the same facts. */
interface Alone {
  state: RunState;
}

const timerKey = (timer: {
  purpose: string;
  visit: { stepId: string; iteration: number } | null;
}) => `${timer.purpose} ${timer.visit === null ? '' : visitKey(timer.visit)}`;

const apply = (alone: Alone, run: LoadedRun, event: RunEvent): void => {
  const env: AdvanceEnv = envOf(s.deps(), run, 'test');
  const own = event.kind !== 'timer_fired' ? event : withOwnTimer(alone, run, event);
  alone.state = advance(run.plan, alone.state, own, env).state;
};

const withOwnTimer = (
  alone: Alone,
  run: LoadedRun,
  event: Extract<RunEvent, { kind: 'timer_fired' }>,
): RunEvent => {
  const theirs = run.state.timers.get(event.timerId);
  const wanted = theirs === undefined ? '' : timerKey(theirs);
  const [id] = [...alone.state.timers].find(([, timer]) => timerKey(timer) === wanted) ?? ['none'];
  return { ...event, timerId: id };
};

/** What both must agree on: all but ids. */
const shape = (state: RunState): unknown => ({
  ...state,
  steps: [...state.steps.values()].map((step) => ({ ...step })).toSorted(byVisit),
  scopes: [...state.scopes.values()].map((scope) => scope.id).toSorted(),
  timers: [...state.timers.values()].map(timerKey).toSorted(),
  approvals: [...state.approvals.keys()].toSorted(),
});

const byVisit = (a: StepState, b: StepState): number => (visitKey(a) < visitKey(b) ? -1 : 1);

const load = async (runId: string): Promise<LoadedRun> => {
  const run = (await readLoadedRuns(s.deps(), txOf(db.pool), [runId])).get(runId);
  if (run === undefined) throw new Error('The run is gone.');
  return run;
};

/** Lets one thing happen to both. */
const happen = async (alone: Alone, run: LoadedRun, key: string, roll: Roll): Promise<void> => {
  const runId = run.row.id;
  const steps = [...run.state.steps.values()];
  if (steps.some((step) => step.status === 'ready') && roll(4) !== 0) {
    const order = { lane: 'io', limit: 1, owner: 'w1', leaseSeconds: 3600 } as const;
    const claimed = await claimSteps(txOf(db.pool), {
      ...order,
      mostLostAttempts: 20,
      after: FIRST_QUEUE,
    });
    for (const visit of claimed.steps) {
      apply(alone, run, { kind: 'step_claimed', visit, token: visit.token });
    }
    return;
  }
  const waiting = steps.find((step) => step.status === 'waiting_signal');
  if (waiting !== undefined && roll(3) === 0) {
    const identity = newId('sig');
    const signal = { name: 'email.reply', correlationKey: key, identity, payload: {} };
    await deliverSignal(s.deps(), { ...signal, orgId: s.orgId, source: 'signal' });
    const received = { subscriptionId: 'sub', signalId: 'sig', signal: 'email.reply' };
    const visit = { stepId: waiting.stepId, iteration: waiting.iteration };
    apply(alone, run, { kind: 'signal_received', visit, ...received, payload: {}, early: false });
    return;
  }
  const step = steps[roll(steps.length)];
  if (step === undefined) return;
  const event = eventFor(run, step, roll);
  await commitAdvance(s.deps(), { runId, actor: 'test', decide: () => event });
  apply(alone, run, event);
};

const compare = async (seed: number): Promise<number> => {
  const roll = diceOf(seed);
  const key = newId('key');
  const automation = await s.publish(randomDocument(roll));
  const { runId } = await s.start(automation, { input: { key } });
  const alone: Alone = { state: initialState() };
  let run = await load(runId);
  apply(alone, run, { kind: 'run_started', version: 1, trigger: 'api' });
  let events = 0;
  for (; events < 60; events += 1) {
    expect(shape(run.state), `seed ${seed}, after ${events} events`).toEqual(shape(alone.state));
    if (!isOpenRun(run.state.status) && roll(2) === 0) break;
    await happen(alone, run, key, roll);
    run = await load(runId);
  }
  await commitAdvance(s.deps(), {
    runId,
    actor: 'test',
    decide: () => ({ kind: 'stop_requested', visit: null, reason: 'over' }),
  });
  return events;
};

const SEEDS = 40;

describe('random runs', () => {
  it('S12.2 the engine and the pure core say the same after every event', async () => {
    const given = process.env['RANDOM_RUNS_SEED'];
    const seeds =
      given === undefined ? Array.from({ length: SEEDS }, (_, n) => n + 1) : [Number(given)];
    let events = 0;
    for (const seed of seeds) events += await compare(seed);
    expect(events).toBeGreaterThan(seeds.length);
  }, 60_000);
});
