/** Keys of the REST API. Only their sha256 is kept. */
import type { Tx } from '#server/platform/db.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly orgId: string;
  readonly role: 'owner' | 'editor' | 'approver' | 'viewer';
  readonly lastUsedAt: Date | null;
}

/** Uses api_keys_key_hash_key. */
export const findApiKey = async (tx: Tx, keyHash: string): Promise<ApiKeyRow | null> => {
  const { rows } = await tx.query<ApiKeyRow>(
    `select id, org_id as "orgId", role, last_used_at as "lastUsedAt"
       from api_keys where key_hash = $1 and revoked_at is null`,
    [keyHash],
  );
  return rows[0] ?? null;
};

/** At most once a minute, so that a busy key is no hot row. */
export const noteKeyUse = async (tx: Tx, id: string): Promise<void> => {
  await tx.query(
    `update api_keys set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id],
  );
};

/** By the key's hash: known keys stay as they are. */
export const insertApiKey = async (
  tx: Tx,
  key: { id: string; orgId: string; name: string; keyHash: string; role: ApiKeyRow['role'] },
): Promise<void> => {
  await tx.query(
    `insert into api_keys (id, org_id, name, key_hash, role) values ($1, $2, $3, $4, $5)
     on conflict (key_hash) do nothing`,
    [key.id, key.orgId, key.name, key.keyHash, key.role],
  );
};
