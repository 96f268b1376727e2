import { isZone } from '#server/engine/instant.ts';
import type { Tx } from '#server/platform/db.ts';
import type { ExecuteContext, LocalExecutor } from '../executor.ts';
import { inField } from '../render-fields.ts';
import type { UpdateContactConfig } from './definition.ts';

/** What the step wants changed: `undefined` leaves a field as it is, null clears it. */
export interface WantedChanges {
  readonly name?: string | null;
  readonly timezone?: string | null;
  readonly setAttributes: Readonly<Record<string, unknown>>;
  readonly clearAttributes: readonly string[];
}

/** Handed in, so that a step knows no SQL. False: there is no such contact any more. */
export type UpdateContact = (
  tx: Tx,
  orgId: string,
  contactId: string,
  changes: WantedChanges,
) => Promise<boolean>;

type Value = string | number | boolean | null;

function readChanges(values: ReadonlyMap<string, Value>): WantedChanges | null {
  const name = values.get('name');
  const timezone = values.get('timezone');
  if (typeof timezone === 'string' && !isZone(timezone)) return null;
  const attributes = [...values].filter(([field]) => field !== 'name' && field !== 'timezone');
  return {
    ...(name === undefined ? {} : { name: name === null ? null : String(name) }),
    ...(timezone === undefined ? {} : { timezone: timezone === null ? null : String(timezone) }),
    setAttributes: Object.fromEntries(attributes.filter(([, value]) => value !== null)),
    clearAttributes: attributes.flatMap(([field, value]) => (value === null ? [field] : [])),
  };
}

function renderValues({ config, data, render }: ExecuteContext<UpdateContactConfig>) {
  const values = new Map<string, Value>();
  for (const [field, value] of Object.entries(config.fields)) {
    if (typeof value !== 'string') {
      values.set(field, value);
      continue;
    }
    const rendered = render(value, data);
    if (!rendered.ok)
      return { ok: false as const, error: inField(`fields.${field}`, rendered.error) };
    values.set(field, rendered.text);
  }
  return { ok: true as const, values };
}

/** Runs inside the transaction that settles the step: the change and its record are one. */
export function createUpdateContactExecutor(
  update: UpdateContact,
): LocalExecutor<UpdateContactConfig> {
  return {
    kind: 'local',
    run: async (tx, context) => {
      if (context.contact === null) {
        return {
          kind: 'fail',
          error: { code: 'no_contact', message: 'This run has no contact to update.' },
        };
      }
      const rendered = renderValues(context);
      if (!rendered.ok) return { kind: 'fail', error: rendered.error };
      const changes = readChanges(rendered.values);
      if (changes === null) {
        return {
          kind: 'fail',
          error: { code: 'bad_zone', message: 'The time zone is not one that exists.' },
        };
      }
      const updated = await update(tx, context.orgId, context.contact.id, changes);
      return updated
        ? { kind: 'leave', port: 'next', output: { updated: [...rendered.values.keys()] } }
        : { kind: 'fail', error: { code: 'no_contact', message: 'The contact no longer exists.' } };
    },
  };
}
