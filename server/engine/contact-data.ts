/** A contact as a run knows it. */
export interface KnownContact {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  /** IANA name; null where it is not known. */
  readonly timezone: string | null;
  readonly externalId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * What templates and conditions see as `contact`: its own fields, and its attributes both by
 * themselves and as `contact.attributes`. An attribute never hides a field of its own.
 */
export function contactData(contact: KnownContact): Readonly<Record<string, unknown>> {
  const { id, email, name, timezone, externalId, attributes } = contact;
  return { ...attributes, id, email, name, timezone, externalId, attributes };
}
