import type { AutomationDocument, DocumentStep } from '#server/engine/document.ts';
import { isZone, nextInstants } from '#server/engine/instant.ts';
import type { TimesPreview } from '#server/engine/preview-schedule.ts';
import type { TimerRule } from '#server/engine/timer-rule.ts';
import { isoInstant } from './instant.ts';
import { waitFor } from './wait_for/definition.ts';
import { waitUntil } from './wait_until/definition.ts';
import { expandDays } from './weekdays.ts';

/**
 * When waits that begin from a moment on (epoch milliseconds) would end, without their spread; on
 * the automation's clock where the contact's counts. Null for steps that wait for no time, and for
 * a date that only data will tell.
 */
export function previewWait(
  step: Pick<DocumentStep, 'kind' | 'config'>,
  settings: AutomationDocument['settings'],
  from: number,
  count = 10,
): TimesPreview | null {
  if (step.kind === waitFor.kind) {
    const config = waitFor.config.safeParse(step.config);
    if (!config.success) return null;
    const { duration } = config.data;
    const rule: TimerRule = { kind: 'after', duration, from: isoInstant(from) };
    return timesOf(rule, settings.timezone, from, 1);
  }
  if (step.kind !== waitUntil.kind) return null;
  const config = waitUntil.config.safeParse(step.config);
  if (!config.success) return null;
  const { at, days, date, zone } = config.data;
  const clock = isZone(zone) ? zone : settings.timezone;
  if (date !== undefined) {
    const local = /^\d{4}-\d{2}-\d{2}$/.test(date.trim())
      ? `${date.trim()}T${at ?? '09:00'}`
      : date;
    return date.includes('{') ? null : timesOf({ kind: 'date', local }, clock, from, 1);
  }
  const rule: TimerRule = {
    kind: 'wall_clock',
    at: at ?? '09:00',
    days: expandDays(days ?? 'daily'),
    from: isoInstant(from),
  };
  return timesOf(rule, clock, from, count);
}

function timesOf(rule: TimerRule, zone: string, from: number, count: number): TimesPreview {
  const times = nextInstants(rule, zone, from, count).flatMap((instant) =>
    instant.ok ? [{ at: instant.dueAt, shift: instant.shift }] : [],
  );
  return { zone, times };
}
