import type { Tx } from '#server/platform/db.ts';
import type { LocalExecutor } from '../executor.ts';
import type { UpdateContactConfig } from './definition.ts';
import { type WantedChanges, wantedChanges } from './wanted-changes.ts';

/** Handed in, so that a step knows no SQL. False: there is no such contact any more. */
export type UpdateContact = (
  tx: Tx,
  orgId: string,
  contactId: string,
  changes: WantedChanges,
) => Promise<boolean>;

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
      const wanted = wantedChanges(context.config, context.data, context.render);
      if (!wanted.ok) return { kind: 'fail', error: wanted.error };
      const updated = await update(tx, context.orgId, context.contact.id, wanted.changes);
      return updated
        ? { kind: 'leave', port: 'next', output: { updated: wanted.fields } }
        : { kind: 'fail', error: { code: 'no_contact', message: 'The contact no longer exists.' } };
    },
  };
}
