import { withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { lockContact, writeConsent } from '#server/store/product-contact-writes.ts';
import type { RuntimeDeps } from './deps.ts';

export interface UnsubscribeContact {
  readonly orgId: string;
  readonly contactId: string;
  readonly actor: string;
}

/**
 * Withdraws consent to email. Sends are decided when they run, so from this commit on every
 * waiting run skips its marketing emails to this person; a receipt still goes out. Throws AppError `not_found`.
 */
export const unsubscribeContact = async (
  deps: Pick<RuntimeDeps, 'pool'>,
  { orgId, contactId, actor }: UnsubscribeContact,
): Promise<void> =>
  withTransaction(deps.pool, async (tx) => {
    const contact = await lockContact(tx, orgId, contactId);
    if (contact === null) throw new AppError('not_found', 'There is no such contact here.');
    await writeConsent(tx, {
      orgId,
      contactId,
      channel: 'email',
      state: 'withdrawn',
      source: actor,
    });
    await insertAudit(tx, { orgId, actor, action: 'contact.unsubscribed', subject: contactId });
  });
