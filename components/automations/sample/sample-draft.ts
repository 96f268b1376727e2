import type { AutomationDocument } from '#server/engine/document.ts';
import { isZone } from '#server/engine/instant.ts';
import type { SampleContact } from '#server/simulate/simulation.ts';
import { contactFromPayload } from '../contact-from-payload.ts';
import { parsePayload } from '../parse-payload.ts';

/** Whom and what to try an automation with, as it is being typed. */
export interface SampleDraft {
  readonly contact: SampleContact;
  /** JSON text. */
  readonly payload: string;
}

export type ReadSample =
  | {
      readonly ok: true;
      /** Null where nobody is named. */
      readonly contact: SampleContact | null;
      readonly payload: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly field: 'timezone' | 'payload'; readonly message: string };

/** Somebody made up: whom the trigger would find in this payload. */
export const madeUpSample = (
  trigger: AutomationDocument['trigger'],
  payload: Readonly<Record<string, unknown>>,
): SampleDraft => ({
  contact: { attributes: {}, emailConsent: 'granted', ...contactFromPayload(trigger, payload) },
  payload: jsonOf(payload),
});

/** The data of a past run; its trigger's payload alone where its contact is not known any more. */
export const sampleOfRun = (run: {
  readonly contact: SampleContact | null;
  readonly input: unknown;
}): SampleDraft => ({ contact: run.contact ?? NOBODY, payload: jsonOf(run.input) });

const NOBODY: SampleContact = { email: null, name: null, timezone: null, attributes: {} };

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);

const textOf = (text: string | null | undefined): string => text?.trim() ?? '';

/** What was typed, or what is to be mended in it. */
export const readSample = ({ contact, payload }: SampleDraft): ReadSample => {
  const parsed = parsePayload(payload);
  if (!parsed.ok) return { ok: false, field: 'payload', message: parsed.message };
  const timezone = textOf(contact.timezone);
  if (timezone !== '' && !isZone(timezone)) {
    const message = 'No time zone has this name. Write it as in “Europe/Berlin”.';
    return { ok: false, field: 'timezone', message };
  }
  const email = textOf(contact.email);
  const named = {
    ...contact,
    email: email === '' ? null : email,
    name: textOf(contact.name) === '' ? null : textOf(contact.name),
    timezone: timezone === '' ? null : timezone,
  };
  const isSomebody = email !== '' || textOf(contact.externalId) !== '';
  return { ok: true, contact: isSomebody ? named : null, payload: parsed.value };
};

/** The contact as a run is started with it: what is not known is left out. */
export const startContactOf = (contact: SampleContact) => ({
  ...(contact.email === null ? {} : { email: contact.email }),
  ...(textOf(contact.externalId) === '' ? {} : { externalId: textOf(contact.externalId) }),
  ...(contact.name === null ? {} : { name: contact.name }),
  ...(contact.timezone === null ? {} : { timezone: contact.timezone }),
  ...(Object.keys(contact.attributes).length === 0 ? {} : { attributes: contact.attributes }),
});
