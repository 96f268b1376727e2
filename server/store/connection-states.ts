import type { Tx } from '#server/platform/db.ts';

export interface ConnectionState {
  readonly connectionId: string;
  readonly name: string;
  readonly health: string;
  readonly breaker: string;
}

/** How each connection is, of one workspace or of all. */
export const readConnectionStates = async (
  tx: Tx,
  orgId: string | null,
): Promise<readonly ConnectionState[]> => {
  const { rows } = await tx.query<ConnectionState>(
    `select id as "connectionId", name, health, breaker from connections
      where $1::text is null or org_id = $1
      order by org_id, name limit 1000`,
    [orgId],
  );
  return rows;
};
