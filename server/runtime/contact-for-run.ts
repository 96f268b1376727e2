import { isZone } from '#server/engine/instant.ts';
import { newId } from '#server/platform/ids.ts';
import type { Tx } from '#server/platform/db.ts';
import { findContact, readContact, upsertContact } from '#server/store/upsert-contact.ts';
import type { ContactRow } from '#server/store/load-runs.ts';
import type { StartContact } from './start-run.ts';

/** A zone that nobody knows is left out: the automation's own then counts. */
const knownZone = (zone: string | undefined): string | null =>
  zone !== undefined && isZone(zone) ? zone : null;

const textOrNull = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

/**
 * The contact that a run is about, made or brought up to date; null where none was named. A test
 * run changes nothing about a contact that exists.
 */
export const contactForRun = async (
  tx: Tx,
  orgId: string,
  contact: StartContact | undefined,
  isTest = false,
): Promise<ContactRow | null> => {
  const email = textOrNull(contact?.email)?.toLowerCase() ?? null;
  const externalId = textOrNull(contact?.externalId);
  if (contact === undefined || (email === null && externalId === null)) return null;
  const known = isTest ? await findContact(tx, orgId, { email, externalId }) : null;
  if (known !== null) return known;
  const id = await upsertContact(tx, {
    id: newId('con'),
    orgId,
    email,
    externalId,
    name: textOrNull(contact.name),
    timezone: knownZone(contact.timezone),
    attributes: contact.attributes ?? {},
  });
  return readContact(tx, id);
};
