import { txOf, withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { lockContact } from '#server/store/product-contact-writes.ts';
import {
  ERASED_REASON,
  eraseContactRow,
  listErasedSince,
  listOpenRunsOf,
  scrubPayloads,
} from '#server/store/product-erasure.ts';
import { cancelRun } from './cancel-run.ts';
import type { RuntimeDeps } from './deps.ts';

export interface EraseContact {
  readonly orgId: string;
  readonly contactId: string;
  readonly actor: string;
}

export interface ErasedContact {
  /** Runs that were cancelled for it; one with something in flight is still stopping. */
  readonly cancelledRuns: readonly string[];
}

/**
 * Erases a person: their runs are cancelled and every payload about them is scrubbed; the logs,
 * which hold none, stay. Safe to repeat after an interruption. Throws AppError `not_found`.
 */
export const eraseContact = async (
  deps: RuntimeDeps,
  { orgId, contactId, actor }: EraseContact,
): Promise<ErasedContact> => {
  // The row first: from here on nothing new is sent to them, whatever happens to the rest.
  await withTransaction(deps.pool, async (tx) => {
    const contact = await lockContact(tx, orgId, contactId);
    if (contact === null) throw new AppError('not_found', 'There is no such contact here.');
    await eraseContactRow(tx, orgId, contactId);
    if (contact.erasedAt !== null) return;
    await insertAudit(tx, { orgId, actor, action: 'contact.erased', subject: contactId });
  });
  return { cancelledRuns: await stopAndScrub(deps, { orgId, contactId, actor }) };
};

/** Nothing goes on for them, and then nothing about them stays. In this order: see the sweep. */
const stopAndScrub = async (
  deps: RuntimeDeps,
  { orgId, contactId, actor }: EraseContact,
): Promise<readonly string[]> => {
  const open = await listOpenRunsOf(txOf(deps.pool), contactId);
  for (const runId of open) {
    await cancelRun(deps, { orgId, runId, actor, reason: ERASED_REASON });
  }
  await withTransaction(deps.pool, async (tx) => scrubPayloads(tx, contactId));
  return open;
};

const DAY_SECONDS = 24 * 3600;
const PAGE = 500;

/**
 * For the sweep: scrubs what was still in a worker's hands when its contact was erased. Runs first
 * that an interrupted erasure has left open, or that began meanwhile: a run whose requests were
 * scrubbed under it would send what is left of them.
 */
export const sweepErasedContacts = async (deps: RuntimeDeps): Promise<boolean> => {
  let after = '';
  for (;;) {
    const page = await listErasedSince(txOf(deps.pool), 7 * DAY_SECONDS, after, PAGE);
    for (const { orgId, contactId } of page) {
      after = contactId;
      try {
        await stopAndScrub(deps, { orgId, contactId, actor: 'sweep' });
      } catch (error) {
        // It comes again with the next round, and holds up no other contact.
        deps.log.error({ err: error, contactId }, 'an erased contact could not be scrubbed');
      }
    }
    if (page.length < PAGE) return false;
  }
};
