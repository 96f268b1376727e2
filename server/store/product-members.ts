/** The people of a workspace. */
import type { Tx } from '#server/platform/db.ts';

export interface MemberRow {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

/** By name. */
export const listMembers = async (tx: Tx, orgId: string): Promise<MemberRow[]> => {
  const { rows } = await tx.query<MemberRow>(
    `select u.id as "userId", u.name, u.email, m.role
       from members m join users u on u.id = m.user_id
      where m.organization_id = $1 order by u.name, u.id`,
    [orgId],
  );
  return rows;
};
