/** Reads what a webhook trigger maps out of a payload, by RFC 9535 paths. */
import { query, type JSONValue } from 'json-p3';
import { z } from 'zod';
import type { AutomationDocument } from '#server/engine/document.ts';
import { isZone } from '#server/engine/instant.ts';
import type { StartContact } from './start-run.ts';

export const webhookConfigSchema = z.looseObject({
  /** Path to the provider's id of the event: the start key. */
  eventId: z.string().optional(),
  /** Without an event id: equal payloads start one run. The author says so, nobody else. */
  collapseIdentical: z.boolean().default(false),
  contact: z
    .looseObject({
      email: z.string().optional(),
      externalId: z.string().optional(),
      name: z.string().optional(),
      timezone: z.string().optional(),
    })
    .optional(),
});

export type WebhookConfig = z.output<typeof webhookConfigSchema>;

/** The first match as text; numbers count, so that ids may be numeric. Null when there is none. */
export const readText = (payload: JSONValue, path: string): string | null => {
  let value: unknown;
  try {
    value = query(path, payload).values()[0];
  } catch {
    return null;
  }
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
};

export interface ReadContact {
  readonly contact: StartContact | undefined;
  /** What has to be there and is not, as sentences. */
  readonly missing: readonly string[];
}

/**
 * Who it is about. One mapped identity (email or external id) has to be there; an unreadable name
 * or zone is left out, as it must not cost the lead.
 */
export const readContact = (payload: JSONValue, config: WebhookConfig): ReadContact => {
  const paths = config.contact;
  if (paths === undefined) return { contact: undefined, missing: [] };
  const at = (path: string | undefined): string | null =>
    path === undefined ? null : readText(payload, path);
  const email = at(paths.email);
  if (email !== null && !z.email().max(320).safeParse(email).success) {
    return { contact: undefined, missing: [`an email address at ${paths.email}`] };
  }
  const externalId = at(paths.externalId);
  const mapsIdentity = paths.email !== undefined || paths.externalId !== undefined;
  if (mapsIdentity && email === null && externalId === null) {
    const wanted = [paths.email, paths.externalId].filter((path) => path !== undefined);
    return { contact: undefined, missing: [`the contact at ${wanted.join(' or ')}`] };
  }
  if (email === null && externalId === null) return { contact: undefined, missing: [] };
  const name = at(paths.name);
  const timezone = at(paths.timezone);
  return {
    contact: {
      ...(email === null ? {} : { email: email.toLowerCase() }),
      ...(externalId === null ? {} : { externalId: externalId.slice(0, 200) }),
      ...(name === null ? {} : { name: name.slice(0, 200) }),
      ...(timezone !== null && isZone(timezone) ? { timezone } : {}),
    },
    missing: [],
  };
};

/** Who an input is about, by the trigger's own mapping; undefined where it says nothing of that. */
export const contactInPayload = (
  { trigger }: AutomationDocument,
  input: Readonly<Record<string, unknown>>,
): StartContact | undefined => {
  const config = webhookConfigSchema.safeParse(trigger.config);
  return config.success
    ? readContact(input as Record<string, JSONValue>, config.data).contact
    : undefined;
};
