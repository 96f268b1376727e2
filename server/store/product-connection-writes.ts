/** What people and the seed change about connections. */
import type { Tx } from '#server/platform/db.ts';

/** Works again, as a person says: the breaker is closed and the failures forgotten. */
export const markConnectionWell = async (tx: Tx, orgId: string, id: string): Promise<void> => {
  await tx.query(
    `update connections
        set health = 'ok', health_message = null, health_at = engine_now(), breaker = 'closed',
            breaker_until = null, breaker_failures = 0, healed_at = null, updated_at = now()
      where org_id = $1 and id = $2`,
    [orgId, id],
  );
};

export interface SandboxConnection {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Sealed, bound to the id. */
  readonly credentials: Buffer;
  readonly concurrencyCap: number;
}

/**
 * By the name that documents use. One that points at the sandbox follows it to other ports; one
 * that a person has pointed elsewhere stays as it is.
 */
export const upsertSandboxConnection = async (tx: Tx, made: SandboxConnection): Promise<void> => {
  await tx.query(
    `insert into connections (id, org_id, name, kind, label, settings, credentials, concurrency_cap)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::bytea, $8)
     on conflict (org_id, name) do update
        set settings = excluded.settings, credentials = excluded.credentials, updated_at = now()
      where connections.settings @> '{"sandbox": true}' and connections.id = excluded.id`,
    [
      made.id,
      made.orgId,
      made.name,
      made.kind,
      made.label,
      JSON.stringify(made.settings),
      made.credentials,
      made.concurrencyCap,
    ],
  );
};
