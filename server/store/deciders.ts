import type { Tx } from '#server/platform/db.ts';

export interface Decider {
  readonly role: string;
  /** Lower case. */
  readonly email: string;
}

/** A member's role and address as they are now; null when they are no member (any more). */
export const readDecider = async (
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<Decider | null> => {
  const { rows } = await tx.query<{ role: string; email: string }>(
    `select m.role, lower(u.email) as email
       from members m join users u on u.id = m.user_id
      where m.organization_id = $1 and m.user_id = $2`,
    [orgId, userId],
  );
  return rows[0] ?? null;
};
