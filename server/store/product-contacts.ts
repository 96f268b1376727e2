/** Contacts as the product lists them. */
import type { Tx } from '#server/platform/db.ts';
import { likePrefix } from './like-prefix.ts';
import { matchingContacts } from './matching-contacts.ts';

export interface ContactRow {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly timezone: string | null;
  readonly emailConsent: 'granted' | 'withdrawn' | null;
  readonly suppressed: boolean;
  readonly erased: boolean;
  readonly createdAt: Date;
}

export interface ListContacts {
  readonly orgId: string;
  /** Beginning of an address (any case), or of an external id. */
  readonly search: string | null;
  /** Id of the last contact of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

const COLUMNS = `
  c.id, c.email, c.name, c.timezone,
  (select state from consents where contact_id = c.id and channel = 'email') as "emailConsent",
  coalesce((select true from suppressions s where s.org_id = c.org_id and s.address = c.email),
    false) as suppressed,
  c.erased_at is not null as erased, c.created_at as "createdAt"`;

/** Up to so many matches are found by index and then put in order. */
const FEW = 1000;

const readMatches = async (tx: Tx, orgId: string, prefix: string): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string }>(matchingContacts('$1', '$2', '$3'), [
    orgId,
    prefix,
    FEW + 1,
  ]);
  return rows.map((row) => row.id);
};

const ALIKE = 'c.email like $4 or lower(c.name) like $4 or lower(c.external_id) like $4';

/**
 * Newest first. A search that matches few people finds them by index; one that matches many walks
 * contacts_list, where they are never far apart. 3 ms and 25 ms among 300,000 contacts.
 */
export const listContacts = async (tx: Tx, asked: ListContacts): Promise<ContactRow[]> => {
  const prefix = likePrefix(asked.search);
  const matches = prefix === null ? null : await readMatches(tx, asked.orgId, prefix);
  const few = matches !== null && matches.length <= FEW;
  const condition = matches === null ? '$4::text is null' : few ? 'c.id = any ($4::text[])' : ALIKE;
  const { rows } = await tx.query<ContactRow>(
    `select ${COLUMNS} from contacts c
      where c.org_id = $1 and ($2::text is null or c.id < $2) and (${condition})
      order by c.id desc limit $3`,
    [asked.orgId, asked.before, asked.limit, few ? matches : prefix],
  );
  return rows;
};

/** Null when there is no such contact in the workspace. */
export const findContact = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<ContactRow | null> => {
  const { rows } = await tx.query<ContactRow>(
    `select ${COLUMNS} from contacts c where c.org_id = $1 and c.id = $2`,
    [orgId, id],
  );
  return rows[0] ?? null;
};
