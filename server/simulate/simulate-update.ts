import { wantedChanges, withChanges } from '#server/steps/update_contact/wanted-changes.ts';
import type { UpdateContactConfig } from '#server/steps/update_contact/definition.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { dataOf } from './sample-data.ts';
import type { SampleContact, Simulation } from './simulation.ts';
import type { SimulatedWork } from './simulated-work.ts';

const read = (contact: SampleContact, field: string): unknown =>
  field === 'name' || field === 'timezone' ? contact[field] : (contact.attributes[field] ?? null);

/** `config` has been parsed by the kind's schema. */
export function simulateUpdate(simulation: Simulation, config: unknown): SimulatedWork {
  const { contact } = simulation;
  if (contact === null) {
    const error = { code: 'no_contact', message: 'This run has no contact to update.' };
    return { kind: 'fail', error };
  }
  const wanted = wantedChanges(config as UpdateContactConfig, dataOf(simulation), renderTemplate);
  if (!wanted.ok) return { kind: 'fail', error: wanted.error };
  const after = withChanges(contact, wanted.changes);
  const changes = wanted.fields.map((field) => ({
    field,
    before: read(contact, field),
    after: read(after, field),
  }));
  const message = { kind: 'contact' as const, changes };
  return {
    kind: 'leave',
    port: 'next',
    output: { updated: wanted.fields },
    message,
    contact: after,
  };
}
