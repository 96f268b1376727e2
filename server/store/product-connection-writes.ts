/** What people and the seed change about connections. */
import type { Tx } from '#server/platform/db.ts';

/** Works again, as far as anybody knows: the breaker is closed and the failures forgotten. */
export const markConnectionWell = async (tx: Tx, orgId: string, id: string): Promise<void> => {
  await tx.query(
    `update connections
        set health = 'ok', health_message = null, health_at = engine_now(), breaker = 'closed',
            breaker_until = null, breaker_failures = 0, updated_at = now()
      where org_id = $1 and id = $2`,
    [orgId, id],
  );
};

export interface ConnectionToWrite {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly sealedCredentials: string;
  readonly concurrencyCap: number;
}

/** By the name that documents use. Settings and credentials are replaced, health stays. */
export const upsertConnection = async (tx: Tx, made: ConnectionToWrite): Promise<void> => {
  await tx.query(
    `insert into connections (id, org_id, name, kind, label, settings, credentials, concurrency_cap)
     values ($1, $2, $3, $4, $5, $6::jsonb, convert_to($7::text, 'UTF8'), $8)
     on conflict (org_id, name) do update
        set kind = excluded.kind, label = excluded.label, settings = excluded.settings,
            credentials = excluded.credentials, updated_at = now()`,
    [
      made.id,
      made.orgId,
      made.name,
      made.kind,
      made.label,
      JSON.stringify(made.settings),
      made.sealedCredentials,
      made.concurrencyCap,
    ],
  );
};
