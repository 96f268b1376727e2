/**
 * Taking a person's data out of everything that holds some, and leaving the history readable: the
 * transition log has none. Every statement may be repeated, and is: what a worker still had in its
 * hands when the contact was erased may be written a moment later.
 */
import type { Tx } from '#server/platform/db.ts';

/** Why the runs of an erased contact were cancelled; what people wrote themselves goes. */
export const ERASED_REASON = 'The contact was erased.';

const ERASED = `'{"erased": true}'::jsonb`;

/** Runs of the contact that are not finished, oldest first. Uses runs_by_contact. */
export const listOpenRunsOf = async (tx: Tx, contactId: string): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    'select id from runs where contact_id = $1 and finished_at is null order by id',
    [contactId],
  );
  return rows.map((row) => row.id);
};

/** Addresses may be on the list of blocked ones; that entry is personal data as well. */
export const eraseContactRow = async (tx: Tx, orgId: string, contactId: string): Promise<void> => {
  await tx.query(
    `delete from suppressions s using contacts c
      where c.id = $2 and c.org_id = $1 and s.org_id = $1 and s.address = c.email`,
    [orgId, contactId],
  );
  await tx.query(
    `update contacts set email = null, name = null, external_id = null, timezone = null,
            attributes = '{}', erased_at = coalesce(erased_at, now()), updated_at = now()
      where id = $2 and org_id = $1`,
    [orgId, contactId],
  );
};

const RUNS = 'select id from runs where contact_id = $1';

const SCRUBS: readonly string[] = [
  `update runs set cancel_reason = null
    where contact_id = $1 and cancel_reason <> '${ERASED_REASON}'`,
  `update runs set input = ${ERASED} where contact_id = $1 and input <> ${ERASED}`,
  `update steps set output = ${ERASED}
    where run_id in (${RUNS}) and output is not null and output <> ${ERASED}`,
  `update effects set provider_reply = null, decision = null,
          result = case when result is null then null else ${ERASED} end,
          request = ${ERASED}
    where run_id in (${RUNS}) and request <> ${ERASED}
      and status not in ('in_flight', 'outcome_unknown')`,
  // Those that its waits took, by `signals_consumed`, and those that are there for them to take.
  `update signals s set payload = ${ERASED}
     from subscriptions b
    where b.run_id in (${RUNS}) and s.consumed_by = b.id and s.consumed_at is not null
      and s.payload <> ${ERASED}`,
  `update signals s set payload = ${ERASED}
     from subscriptions b
    where b.run_id in (${RUNS}) and s.org_id = b.org_id and s.name = b.signal
      and s.correlation_key = b.correlation_key and s.consumed_at is null
      and s.payload <> ${ERASED}`,
  `update approvals set content = '', comment = null
    where run_id in (${RUNS}) and (content <> '' or comment is not null)`,
];

/**
 * Scrubs the payloads of all of a contact's runs. What is in flight keeps its request until it has
 * settled, as a lost answer could not be reconciled without it; the sweep comes back for it.
 * Returns how many rows still held something.
 */
export const scrubPayloads = async (tx: Tx, contactId: string): Promise<number> => {
  let scrubbed = 0;
  for (const statement of SCRUBS) {
    scrubbed += (await tx.query(statement, [contactId])).rowCount ?? 0;
  }
  return scrubbed;
};

/** Contacts erased lately, whose runs may have written something since; in pages by their ids. */
export const listErasedSince = async (
  tx: Tx,
  seconds: number,
  after: string,
  limit: number,
): Promise<readonly { readonly orgId: string; readonly contactId: string }[]> => {
  const { rows } = await tx.query<{ orgId: string; contactId: string }>(
    `select org_id as "orgId", id as "contactId" from contacts
      where erased_at > now() - make_interval(secs => $1) and id > $2
      order by id limit $3`,
    [seconds, after, limit],
  );
  return rows;
};
