import type { OpenTimer, RunEvent } from './event.ts';
import { computeInstant } from './instant.ts';
import { isoOf } from './iso.ts';
import type { Refusal } from './refusal.ts';
import type { Walk } from './walk.ts';
import { record } from './walk.ts';

/**
 * Computes open timers anew from their rules: in the contact's zone as it is now, where the rule is
 * about the contact's clock, and by the tz database as it is now. Each that lands elsewhere is a
 * transition. One that is due already fires as it was; one whose rule cannot be computed any more
 * stays where it is.
 */
export function recomputeTimers(
  walk: Walk,
  event: Extract<RunEvent, { kind: 'timers_recomputed' }>,
): Refusal {
  const moved = event.timers.filter((timer) => moveTimer(walk, timer, event.cause));
  return moved.length > 0 ? null : 'Every timer stands where its rule says.';
}

function moveTimer(walk: Walk, timer: OpenTimer, cause: 'zone' | 'tzdb'): boolean {
  const { env, draft } = walk;
  const { timerId } = timer;
  const open = draft.timers.get(timerId);
  if (open === undefined || timer.dueAt <= env.now) return false;
  const moved = recomputed(timer, env);
  if (moved === null) return false;
  const { zone, dueAt } = moved;
  walk.commands.push({ kind: 'move_timer', timerId, zone, dueAt, tzdb: env.tzdb });
  record(walk, open.visit, {
    type: 'timer.recomputed',
    data: { timerId, zone, dueAt: isoOf(dueAt), was: isoOf(timer.dueAt), cause },
  });
  return true;
}

/** Where a timer belongs now; null where it stands there already, or its rule says nothing. */
export function recomputed(
  timer: OpenTimer,
  env: { readonly runId: string; readonly now: number; readonly contactZone: string },
): { readonly zone: string; readonly dueAt: number } | null {
  const { rule, spreadSeconds } = timer;
  const follows = (rule.kind === 'wall_clock' || rule.kind === 'date') && rule.clock === 'contact';
  const zone = follows ? env.contactZone : timer.zone;
  let instant = computeInstant({ rule, zone, spreadSeconds }, env.runId);
  if (instant.ok && instant.dueAt <= env.now && rule.kind === 'wall_clock') {
    // That hour is over in the new zone: the next one, and not the middle of a night.
    const next = { ...rule, from: isoOf(env.now) };
    instant = computeInstant({ rule: next, zone, spreadSeconds }, env.runId);
  }
  if (!instant.ok) return null;
  return zone === timer.zone && instant.dueAt === timer.dueAt
    ? null
    : { zone, dueAt: instant.dueAt };
}
