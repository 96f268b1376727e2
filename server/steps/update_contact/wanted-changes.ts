import type { DataScope, Render } from '#server/engine/definition.ts';
import type { StepError } from '#server/engine/event.ts';
import { isZone } from '#server/engine/instant.ts';
import { inField } from '../render-fields.ts';
import type { UpdateContactConfig } from './definition.ts';

/** What the step wants changed: `undefined` leaves a field as it is, null clears it. */
export interface WantedChanges {
  readonly name?: string | null;
  readonly timezone?: string | null;
  readonly setAttributes: Readonly<Record<string, unknown>>;
  readonly clearAttributes: readonly string[];
}

/** The part of a contact that a step may change. */
interface Changeable {
  readonly name: string | null;
  readonly timezone: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The contact with the changes made, as the database's statement would make them. */
export function withChanges<Contact extends Changeable>(
  contact: Contact,
  { name, timezone, setAttributes, clearAttributes }: WantedChanges,
): Contact {
  const attributes = Object.entries({ ...contact.attributes, ...setAttributes });
  return {
    ...contact,
    ...(name === undefined ? {} : { name }),
    ...(timezone === undefined ? {} : { timezone }),
    attributes: Object.fromEntries(attributes.filter(([key]) => !clearAttributes.includes(key))),
  };
}

type Value = string | number | boolean | null;

export type Wanted =
  | { ok: true; changes: WantedChanges; fields: readonly string[] }
  | { ok: false; error: StepError };

const BAD_ZONE = { code: 'bad_zone', message: 'The time zone is not one that exists.' };

/** The changes that the step's settings come to with the run's data; the worker and the simulator agree. */
export function wantedChanges(
  { fields }: UpdateContactConfig,
  data: DataScope,
  render: Render,
): Wanted {
  const values = new Map<string, Value>();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== 'string') {
      values.set(field, value);
      continue;
    }
    const rendered = render(value, data);
    if (!rendered.ok) return { ok: false, error: inField(`fields.${field}`, rendered.error) };
    values.set(field, rendered.text);
  }
  const timezone = values.get('timezone');
  if (typeof timezone === 'string' && !isZone(timezone)) return { ok: false, error: BAD_ZONE };
  return { ok: true, changes: changesOf(values), fields: [...values.keys()] };
}

function changesOf(values: ReadonlyMap<string, Value>): WantedChanges {
  const name = values.get('name');
  const timezone = values.get('timezone');
  const attributes = [...values].filter(([field]) => field !== 'name' && field !== 'timezone');
  return {
    ...(name === undefined ? {} : { name: name === null ? null : String(name) }),
    ...(timezone === undefined ? {} : { timezone: timezone === null ? null : String(timezone) }),
    setAttributes: Object.fromEntries(attributes.filter(([, value]) => value !== null)),
    clearAttributes: attributes.flatMap(([field, value]) => (value === null ? [field] : [])),
  };
}
