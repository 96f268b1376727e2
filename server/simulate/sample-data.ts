import { contactData } from '#server/engine/contact-data.ts';
import type { DataScope } from '#server/engine/definition.ts';
import { isoOf } from '#server/engine/iso.ts';
import type { SampleContact, Simulation } from './simulation.ts';

/** What a contact that exists nowhere is called. */
const SAMPLE_ID = 'con_sample';

export function knownContact(contact: SampleContact) {
  return { ...contact, id: contact.id ?? SAMPLE_ID, externalId: contact.externalId ?? null };
}

/** What templates and conditions of the simulated run see now. */
export function dataOf(simulation: Simulation): DataScope {
  const { contact, payload, outputs, runId, startedAt } = simulation;
  return {
    trigger: payload,
    contact: contact === null ? null : contactData(knownContact(contact)),
    steps: outputs,
    run: { id: runId, startedAt: isoOf(startedAt), isTest: true },
  };
}

export function contactZone({ contact, document }: Simulation): string {
  return contact?.timezone ?? document.settings.timezone;
}
