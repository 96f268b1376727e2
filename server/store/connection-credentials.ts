import type { Tx } from '#server/platform/db.ts';

export interface SealedConnection {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Sealed by the key in the environment, bound to the connection's id. */
  readonly credentials: Buffer | null;
  readonly health: 'ok' | 'failing' | 'unauthorised';
  readonly concurrencyCap: number;
  readonly breaker: 'closed' | 'open' | 'half_open';
  /** Another one once anything about the connection has changed. */
  readonly revision: string;
}

const COLUMNS = `id, org_id as "orgId", name, kind, settings, credentials, health,
  concurrency_cap as "concurrencyCap", breaker, extract(epoch from updated_at)::text as revision`;

export const findConnectionByName = async (
  tx: Tx,
  orgId: string,
  name: string,
): Promise<SealedConnection | null> =>
  (
    await tx.query<SealedConnection>(
      `select ${COLUMNS} from connections where org_id = $1 and name = $2`,
      [orgId, name],
    )
  ).rows[0] ?? null;

export const findConnectionById = async (tx: Tx, id: string): Promise<SealedConnection | null> =>
  (await tx.query<SealedConnection>(`select ${COLUMNS} from connections where id = $1`, [id]))
    .rows[0] ?? null;

/** The workspace's connection of a kind: the oldest, where there are several. */
export const findConnectionByKind = async (
  tx: Tx,
  orgId: string,
  kind: string,
): Promise<SealedConnection | null> =>
  (
    await tx.query<SealedConnection>(
      `select ${COLUMNS} from connections where org_id = $1 and kind = $2 order by id limit 1`,
      [orgId, kind],
    )
  ).rows[0] ?? null;

/**
 * What a refused call says about the connection that it used. A call that began before somebody
 * reconnected says nothing about what stands there now.
 */
export const markUnauthorised = async (
  tx: Tx,
  id: string,
  message: string,
  revision: string,
): Promise<void> => {
  await tx.query(
    `update connections
        set health = 'unauthorised', health_message = $2, health_at = now(), updated_at = now()
      where id = $1 and (health <> 'unauthorised' or health_message is distinct from $2)
        and (health <> 'ok' or extract(epoch from updated_at)::text = $3)`,
    [id, message, revision],
  );
};

export const markConnectionHealth = async (
  tx: Tx,
  id: string,
  health: 'ok' | 'failing' | 'unauthorised',
  message: string | null,
): Promise<void> => {
  await tx.query(
    `update connections set health = $2, health_message = $3, health_at = now(), updated_at = now()
      where id = $1 and (health <> $2 or health_message is distinct from $3)`,
    [id, health, message],
  );
};
