import { z } from 'zod';
import { isZone } from '#server/engine/instant.ts';

/** An IANA zone that this machine knows. */
export const zoneInput = z
  .string()
  .max(64)
  .refine(isZone, 'Use an IANA time zone such as "Europe/Berlin"');

/** The person that a run is about, as callers describe them. Addresses are compared in lower case. */
export const startContactInput = z
  .strictObject({
    email: z.email().max(320).optional(),
    externalId: z.string().min(1).max(200).optional(),
    name: z.string().max(200).optional(),
    timezone: zoneInput.optional(),
    attributes: z.record(z.string().max(100), z.unknown()).optional(),
  })
  .refine((contact) => contact.email !== undefined || contact.externalId !== undefined, {
    message: 'A contact needs an email or an externalId',
  });
