import { isConstraintViolation, AppError } from '#server/platform/errors.ts';
import { withTransaction } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import {
  insertContact,
  lockContact,
  writeConsent,
  writeContact,
  type ContactFields,
} from '#server/store/product-contact-writes.ts';
import { assertStorable } from './assert-storable.ts';
import type { RuntimeDeps } from './deps.ts';

/** What is left out stays as it is; null takes it away. */
export interface ContactChange {
  readonly email?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly timezone?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly emailConsent?: 'granted' | 'withdrawn' | undefined;
}

export interface SaveContact {
  readonly orgId: string;
  readonly actor: string;
  readonly contact: ContactChange;
}

const EMPTY: ContactFields = {
  email: null,
  externalId: null,
  name: null,
  timezone: null,
  attributes: {},
};

const pick = <T>(change: T | undefined, before: T): T => (change === undefined ? before : change);

const merged = (before: ContactFields, change: ContactChange): ContactFields => ({
  email: pick(change.email, before.email)?.toLowerCase() ?? null,
  externalId: pick(change.externalId, before.externalId),
  name: pick(change.name, before.name),
  timezone: pick(change.timezone, before.timezone),
  attributes: { ...before.attributes, ...change.attributes },
});

const taken = (cause: unknown): unknown =>
  isConstraintViolation(cause)
    ? new AppError('conflict', 'Another contact has this email or external id.', {
        hint: 'Find and update that one instead.',
        cause,
      })
    : cause;

/** Throws AppError `conflict` where the address or external id belongs to another contact. */
export const createContact = async (
  deps: Pick<RuntimeDeps, 'pool'>,
  { orgId, actor, contact }: SaveContact,
): Promise<{ readonly id: string }> => {
  assertStorable(contact, 'contact');
  const id = newId('con');
  try {
    await withTransaction(deps.pool, async (tx) => {
      await insertContact(tx, { id, orgId, ...merged(EMPTY, contact) });
      if (contact.emailConsent === undefined) return;
      const consent = { orgId, contactId: id, channel: 'email' as const, source: actor };
      await writeConsent(tx, { ...consent, state: contact.emailConsent });
    });
  } catch (error) {
    throw taken(error);
  }
  return { id };
};

/** Throws AppError: `not_found`, `gone` (erased), `conflict`. */
export const updateContact = async (
  deps: Pick<RuntimeDeps, 'pool'>,
  { orgId, actor, contact, id }: SaveContact & { readonly id: string },
): Promise<void> => {
  assertStorable(contact, 'contact');
  try {
    await withTransaction(deps.pool, async (tx) => {
      const before = await lockContact(tx, orgId, id);
      if (before === null) throw new AppError('not_found', 'There is no such contact here.');
      if (before.erasedAt !== null) throw new AppError('gone', 'This contact was erased.');
      const fields = merged(before, contact);
      await writeContact(tx, id, fields);
      if (contact.emailConsent === undefined) return;
      const consent = { orgId, contactId: id, channel: 'email' as const, source: actor };
      await writeConsent(tx, { ...consent, state: contact.emailConsent });
    });
  } catch (error) {
    throw taken(error);
  }
};
