import { canonicalJson } from './canonical-json.ts';
import type { TimerRequest } from './definition.ts';
import { computeInstant } from './instant.ts';
import { epochOf, isoOf } from './iso.ts';
import type { Retimed } from './run-move.ts';
import type { TimerPurpose } from './timer-rule.ts';

interface At {
  readonly runId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Whether two rules ask for the same moment by the same words. */
export function sameRequest(a: TimerRequest, b: TimerRequest): boolean {
  return textOf(a) === textOf(b);
}

function textOf({ rule, zone, spreadSeconds }: TimerRequest): string {
  return canonicalJson({ rule, zone, spreadSeconds });
}

/**
 * When a wait ends by another rule than it began with; null where that rule names no moment. What
 * would be over already ends now; a wall clock's hour is the next one, and not the middle of a
 * night. A date that has passed is no moment: it never means "now".
 */
export function retime(
  timer: { readonly purpose: TimerPurpose; readonly dueAt: number },
  request: TimerRequest,
  at: At,
): Retimed | null {
  const { rule, zone, spreadSeconds } = request;
  const { purpose, dueAt: was } = timer;
  const first = computeInstant(request, at.runId, at.now);
  if (!first.ok) return null;
  if (first.dueAt > at.now || rule.kind !== 'wall_clock') {
    const dueAt = Math.max(first.dueAt, at.now);
    return { purpose, was, rule, zone, spreadSeconds, dueAt };
  }
  const next = { rule: { ...rule, from: isoOf(at.now) }, zone, spreadSeconds };
  const instant = computeInstant(next, at.runId, at.now);
  return instant.ok ? { purpose, was, ...next, dueAt: instant.dueAt } : null;
}

/** The instant from which a wait's rule counts: what its timer says, else when it was entered. */
export function countedFrom(timer: TimerRequest | undefined, enteredAt: number): number {
  const rule = timer?.rule;
  const from = rule?.kind === 'after' || rule?.kind === 'wall_clock' ? epochOf(rule.from) : null;
  return from ?? enteredAt;
}
