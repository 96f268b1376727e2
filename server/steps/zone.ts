import { z } from 'zod';
import type { EnterContext } from '#server/engine/definition.ts';

/** A named IANA zone; offsets such as "+02:00" are refused, for they know no summer time. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    // Throws a RangeError for names that the runtime's tz database does not know.
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whose clock: the contact's, the workspace's, or a fixed IANA zone. */
export const zoneSchema = z
  .string()
  .refine(
    (zone) => zone === 'contact' || zone === 'workspace' || isZone(zone),
    'Use "contact", "workspace" or an IANA time zone such as Europe/Berlin',
  );

export function resolveZone(zone: string, context: EnterContext): string {
  if (zone === 'contact') return context.contactZone;
  return zone === 'workspace' ? context.settings.timezone : zone;
}

export function describeZone(zone: string): string {
  if (zone === 'contact') return "in the contact's time zone";
  if (zone === 'workspace') return "in the workspace's time zone";
  return `in ${zone.replaceAll('_', ' ')} time`;
}
