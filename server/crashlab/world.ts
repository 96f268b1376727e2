/**
 * The world around a run: its sender, its people, its correspondents, and time. It acts on what it
 * sees, as they would: what was not done is asked for again.
 */
import { retryStep } from '#server/runtime/retry-step.ts';
import { resolveEffect } from '#server/runtime/resolve-effect.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import type { Act } from './acts.ts';
import { LEASE_SECONDS } from './lab-deps.ts';
import type { Lane } from './lane.ts';
import type { Look } from './look.ts';
import { countEffects } from './providers.ts';
import type { LabScenario } from './scenario.ts';

/** Whose form it is that starts a run. */
export interface Sender {
  readonly startKey: string;
  readonly email: string;
}

export interface World {
  readonly lane: Lane;
  readonly scenario: LabScenario;
  readonly automationId: string;
  /** One, but where runs are moved together. */
  readonly senders: readonly Sender[];
  /** By the engine's clock. */
  readonly began: Date;
  /** Does it through the worker that is to suffer while that lives, else by itself. */
  readonly act: (act: Act) => Promise<void>;
  /** How often a person was asked whether something happened. */
  reviews: number;
  /** How often a step was parked, and tried again by hand. */
  parked: number;
}

const MACHINE = new Set(['ready', 'running']);

const startAgain = async (world: World, { startKey, email }: Sender): Promise<boolean> => {
  const { automationId } = world;
  await world.act({ kind: 'start', automationId, startKey, email, input: { key: startKey } });
  return true;
};

/** A person looks at the provider and says what is there. */
const answerReview = async (world: World, key: string): Promise<void> => {
  const effect = world.scenario.effects.find((one) => key.endsWith(`/${one.key}`));
  if (effect === undefined) throw new Error(`Nobody knows the effect ${key}.`);
  world.reviews += 1;
  const count = await countEffects(world.lane.outside, effect.outside, key);
  await resolveEffect(world.lane.deps, {
    orgId: world.lane.orgId,
    key,
    outcome: count > 0 ? 'happened' : 'did_not_happen',
    actor: 'user:sam',
  });
};

const actOnSteps = async (world: World, look: Look): Promise<boolean> => {
  for (const step of look.steps) {
    if (step.status === 'needs_review' && step.effectKey !== null) {
      await answerReview(world, step.effectKey);
      return true;
    }
    if (step.status === 'parked') {
      world.parked += 1;
      const { runId } = look;
      const { orgId, deps } = world.lane;
      const { stepId } = step;
      await retryStep(deps, { orgId, runId, stepId, iteration: null, actor: 'user:sam' });
      return true;
    }
  }
  return false;
};

const actOnWaits = async (world: World, look: Look): Promise<boolean> => {
  const waiting = look.steps.some((step) => step.status === 'waiting_approval');
  const [approvalId] = look.approvals;
  if (waiting && approvalId !== undefined && world.scenario.nobodyDecides !== true) {
    await world.act({ kind: 'approve', approvalId });
    return true;
  }
  const [subscription] = look.subscriptions;
  if (subscription !== undefined && world.scenario.replies !== undefined) {
    const { id, signal: name, correlationKey, iteration } = subscription;
    const text = world.scenario.replies[iteration - 1] ?? 'enough';
    await world.act({ kind: 'signal', name, correlationKey, identity: id, text });
    return true;
  }
  return false;
};

/** Time passes only while no machine has anything to do. */
const letTimePass = async (world: World, look: Look): Promise<boolean> => {
  if (look.steps.some((step) => MACHINE.has(step.status))) return false;
  const deadlines = world.scenario.nobodyDecides === true ? look.nextDeadline : null;
  const next = look.nextWait ?? deadlines;
  if (next === null || next < -1) return false;
  await advanceTime(world.lane, `${Math.max(0, next) + 0.05} seconds`);
  return true;
};

/** Does what one run waits for. Answers whether anything was done. */
export const actOn = async (world: World, sender: Sender, look: Look | null): Promise<boolean> => {
  if (look === null) return world.scenario.bySchedule === true ? false : startAgain(world, sender);
  if (look.finished) return false;
  if (world.scenario.stopDuringCall === true && look.inFlight && look.status === 'running') {
    await world.act({ kind: 'cancel', runId: look.runId });
    return true;
  }
  if (await actOnSteps(world, look)) return true;
  if (await actOnWaits(world, look)) return true;
  return letTimePass(world, look);
};

/** All that somebody vanished had is given up: leases of steps, of effects and of sweeps. */
export const letLeasesLapse = async (lane: Lane): Promise<void> => {
  await advanceTime(lane, `${LEASE_SECONDS + 0.5} seconds`);
  await lane.sql.query('update leases set lease_until = clock_timestamp()');
};
