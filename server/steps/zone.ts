import { z } from 'zod';
import type { EnterContext } from '#server/engine/definition.ts';
import { isZone } from '#server/engine/instant.ts';

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
