import type { TimerRequest } from './definition.ts';
import type { Instant } from './instant.ts';
import { isoOf } from './iso.ts';
import type { Visit } from './state.ts';
import type { TimerPurpose } from './timer-rule.ts';
import type { Walk } from './walk.ts';
import { record, visitOf } from './walk.ts';

/** Records and commands one timer of a visit at an instant that was computed before. */
export function setTimer(
  walk: Walk,
  visit: Visit,
  purpose: TimerPurpose,
  request: TimerRequest,
  instant: Extract<Instant, { ok: true }>,
): void {
  const { rule, zone, spreadSeconds } = request;
  const { tzdb } = walk.env;
  const timerId = walk.env.newId('tmr');
  const { dueAt, shift } = instant;
  walk.commands.push({
    kind: 'set_timer',
    visit: visitOf(visit),
    timerId,
    purpose,
    rule,
    zone,
    spreadSeconds,
    dueAt,
    tzdb,
  });
  record(walk, visit, {
    type: 'timer.set',
    data: { timerId, purpose, rule, zone, spreadSeconds, dueAt: isoOf(dueAt), tzdb, shift },
  });
}
