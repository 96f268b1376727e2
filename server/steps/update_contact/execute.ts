import type { Tx } from '#server/platform/db.ts';
import type { ExecuteContext, LocalExecutor } from '../executor.ts';
import type { UpdateContactConfig } from './definition.ts';
import { type Wanted, type WantedChanges, wantedChanges } from './wanted-changes.ts';

/** Handed in, so that a step knows no SQL. False: there is no such contact any more. */
export type UpdateContact = (
  tx: Tx,
  orgId: string,
  contactId: string,
  changes: WantedChanges,
) => Promise<boolean>;

type Context = ExecuteContext<UpdateContactConfig>;

const NO_CONTACT = { code: 'no_contact', message: 'This run has no contact to update.' };
const GONE = { code: 'no_contact', message: 'The contact no longer exists.' };

function prepare({ config, data, render, contact }: Context): Wanted {
  return contact === null ? { ok: false, error: NO_CONTACT } : wantedChanges(config, data, render);
}

/** Runs inside the transaction that settles the step: the change and its record are one. */
export function createUpdateContactExecutor(
  update: UpdateContact,
): LocalExecutor<UpdateContactConfig> {
  return {
    kind: 'local',
    run: async (tx, context) => {
      const wanted = prepare(context);
      if (!wanted.ok) return { kind: 'fail', error: wanted.error };
      const contactId = context.contact?.id ?? '';
      const updated = await update(tx, context.orgId, contactId, wanted.changes);
      return updated
        ? { kind: 'leave', port: 'next', output: { updated: wanted.fields } }
        : { kind: 'fail', error: GONE };
    },
    rehearse: (context) => {
      const wanted = prepare(context);
      if (!wanted.ok) return { kind: 'fail', error: wanted.error };
      const output = { updated: wanted.fields, rehearsed: wanted.changes };
      return { kind: 'leave', port: 'next', output };
    },
  };
}
