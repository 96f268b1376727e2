import { waitsForChild } from './await-child.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Entry } from './definition.ts';
import { DEFAULT_PORT } from './document.ts';
import { entryOf } from './entry.ts';
import { computeInstant } from './instant.ts';
import type { MigrationFacts } from './migration-facts.ts';
import type { ReadOrder } from './migration-order.ts';
import type { Plan, PlanStep } from './plan.ts';
import { retime } from './retime.ts';
import type { RunMove } from './run-move.ts';
import type { StepState } from './state.ts';
import { visitKey } from './state.ts';
import type { Refused } from './stay-at-step.ts';
import { beganAt, refused, sameNames, stayAtStep, timerOf, unchanged } from './stay-at-step.ts';
import type { Walk } from './walk.ts';
import { nextVisit, visitOf } from './walk.ts';

interface Asked {
  readonly order: ReadOrder;
  readonly from: Plan;
  readonly facts: MigrationFacts;
}

/**
 * What becomes of one open visit. `walk` is of the new version; `chain` names the parallels that
 * the visit stands in.
 */
export function moveVisit(
  walk: Walk,
  asked: Asked,
  step: StepState,
  chain: readonly string[],
): RunMove | Refused {
  const { order } = asked;
  const match = order.matches.get(step.stepId);
  const rule = order.rules.get(step.stepId);
  const to = match ?? (rule?.kind === 'move' ? rule.to : null);
  const name = `"${asked.from.steps.get(step.stepId)?.name ?? step.stepId}"`;
  if (to === null) {
    return refused('no_rule', `Nothing was ordered for runs at ${name}.`);
  }
  const target = walk.plan.steps.get(to);
  if (target === undefined) {
    return refused('step_not_in_version', `The new version has no step "${to}".`);
  }
  if (!sameNames(target.stack, chain)) {
    return refused(
      'inside_parallel_scope_that_changed',
      `It is at ${name} on one of several paths, and "${target.name}" is not on that path.`,
    );
  }
  if (match === undefined) return beginAt(walk, step, target);
  const old = asked.from.steps.get(step.stepId);
  if (old?.kind !== target.kind) {
    const message = `${name} and "${target.name}" are steps of different kinds.`;
    return refused('step_kind_changed', message);
  }
  return to === step.stepId
    ? stay(walk, asked, step, { old, target })
    : goOnUnderAnotherId(walk, asked, step, target);
}

/** Same id, same step: it only changes where its settings did. */
function stay(
  walk: Walk,
  asked: Asked,
  step: StepState,
  { old, target }: { old: PlanStep; target: PlanStep },
): RunMove | Refused {
  if (target.disabled) {
    const port = target.ports[0] ?? DEFAULT_PORT;
    return { how: 'passes', visit: visitOf(step), port, output: undefined, note: 'disabled' };
  }
  const zones = [asked.from.settings.timezone, walk.plan.settings.timezone];
  const same = zones[0] === zones[1] && sameConfig(old.config, target.config);
  if (same) return unchanged(visitOf(step));
  return stayAtStep(walk, asked.facts, step, entryFrom(walk, asked, step, target));
}

/** How the step would have begun by the new settings when the visit did. */
function entryFrom(walk: Walk, asked: Asked, step: StepState, target: PlanStep): Entry {
  const then = { ...walk, env: { ...walk.env, now: beganAt(asked.facts, step) } };
  return entryOf(then, target, visitOf(step));
}

/** The same step under another id. What has begun something outside keeps the key of the old id. */
function goOnUnderAnotherId(
  walk: Walk,
  asked: Asked,
  step: StepState,
  target: PlanStep,
): RunMove | Refused {
  const effects = asked.facts.visits.get(visitKey(step))?.effects ?? [];
  const begunOutside = step.lane !== null && (step.attempt > 0 || effects.length > 0);
  if (begunOutside && !waitsForChild(step)) {
    const message = `Work on "${asked.from.steps.get(step.stepId)?.name ?? step.stepId}" has begun, which another step cannot take over.`;
    return refused('work_begun', message);
  }
  const begun = beginAt(walk, step, target);
  if (begun.how !== 'begins' || target.disabled) return begun;
  const entry = entryFrom(walk, asked, step, target);
  const request =
    entry.kind === 'wait_timer'
      ? ({ purpose: 'wait', ...entry.timer } as const)
      : entry.kind === 'wait_signal'
        ? ({ purpose: 'deadline', ...entry.deadline } as const)
        : null;
  const timer = request === null ? undefined : timerOf(asked.facts, step, request.purpose);
  if (request === null || timer === undefined || step.deadlinesPassed > 0) return begun;
  return { ...begun, retimed: retime(timer, request, walk.env) };
}

/** The visit is closed and the target begins; only where it can. */
function beginAt(walk: Walk, step: StepState, target: PlanStep): RunMove | Refused {
  if (waitsForChild(step)) {
    return refused('waits_for_child', 'It waits for a run that it has started.');
  }
  const begins: RunMove = { how: 'begins', visit: visitOf(step), to: target.id, retimed: null };
  if (target.disabled) return begins;
  const entry = entryOf(walk, target, nextVisit(walk, target.id));
  if (entry.kind === 'fail') return refused('step_cannot_begin', entry.error.message);
  if (entry.kind === 'wait_signal' && entry.correlationKey.trim() === '') {
    return refused('step_cannot_begin', 'What to match the signal by turned out empty.');
  }
  const request =
    entry.kind === 'wait_timer'
      ? entry.timer
      : entry.kind === 'wait_signal' || entry.kind === 'approval'
        ? entry.deadline
        : null;
  if (request === null) return begins;
  const instant = computeInstant(request, walk.env.runId, walk.env.now);
  return instant.ok ? begins : refused('wait_has_no_moment', instant.error.message);
}

function sameConfig(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && canonicalJson(strip(a)) === canonicalJson(strip(b));
}

/** Parsed settings may hold undefined where nothing was given. */
function strip(config: unknown): unknown {
  return JSON.parse(JSON.stringify(config));
}
