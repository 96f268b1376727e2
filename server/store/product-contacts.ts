/** Contacts as the product lists them. */
import type { Row, Tx } from '#server/platform/db.ts';
import { likePrefix } from './like-prefix.ts';

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
  exists (select 1 from suppressions s where s.org_id = c.org_id and s.address = c.email) as suppressed,
  c.erased_at is not null as erased, c.created_at as "createdAt"`;

/** Newest first. Uses contacts_list; a search walks the workspace's contacts in that order. */
export const listContacts = async (tx: Tx, asked: ListContacts): Promise<ContactRow[]> => {
  const { rows } = await tx.query<ContactRow & Row>(
    `select ${COLUMNS} from contacts c
      where c.org_id = $1
        and ($2::text is null or c.id < $2)
        and ($3::text is null or c.email like $3 or lower(c.name) like $3 or lower(c.external_id) like $3)
      order by c.id desc limit $4`,
    [asked.orgId, asked.before, likePrefix(asked.search), asked.limit],
  );
  return rows;
};

/** Null when there is no such contact in the workspace. */
export const findContact = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<ContactRow | null> => {
  const { rows } = await tx.query<ContactRow & Row>(
    `select ${COLUMNS} from contacts c where c.org_id = $1 and c.id = $2`,
    [orgId, id],
  );
  return rows[0] ?? null;
};
