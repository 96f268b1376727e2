import { contactFromPayload } from '#components/automations/contact-from-payload.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { SampleContact } from '#server/simulate/simulation.ts';
import type { Sample } from './sample-store.ts';

const NOBODY: SampleContact = {
  email: 'maya@example.com',
  name: 'Maya Lindner',
  timezone: 'Europe/Berlin',
  attributes: {},
  emailConsent: 'granted',
};

/** Somebody as the trigger's sample call would bring them. */
export function madeUpSample(
  trigger: AutomationDocument['trigger'],
  payload: Readonly<Record<string, unknown>>,
): Sample {
  const read = Object.entries(contactFromPayload(trigger, payload));
  const contact = { ...NOBODY, ...Object.fromEntries(read.filter(([, value]) => value !== '')) };
  return {
    kind: 'made_up',
    id: '',
    name: contact.name ?? contact.email ?? 'Somebody made up',
    contact,
    payload,
    outputs: new Map(),
  };
}
