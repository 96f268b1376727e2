/** Connections as the product shows them: everything but the credentials. */
import type { Tx } from '#server/platform/db.ts';

export interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'smtp' | 'http' | 'crm' | 'model' | 'slack';
  readonly label: string;
  readonly health: 'ok' | 'failing' | 'unauthorised';
  readonly healthMessage: string | null;
  readonly healthAt: Date;
  readonly parkedRuns: number;
  readonly sandbox: boolean;
}

/** A workspace has a handful; more than this is not a list that anybody reads. */
const MOST = 200;

const COLUMNS = `
  c.id, c.name, c.kind, c.label, c.health, c.health_message as "healthMessage",
  c.health_at as "healthAt",
  coalesce((c.settings ->> 'sandbox')::boolean, false) as sandbox,
  (select count(distinct s.run_id)::int from (
     select run_id from steps
      where org_id = c.org_id and status = 'parked' and reason ->> 'connectionId' = c.id
      limit 10000) s) as "parkedRuns"`;

/** All connections of a workspace, by name. Uses connections_org_id_name_key, steps_attention. */
export const listConnections = async (tx: Tx, orgId: string): Promise<ConnectionRow[]> => {
  const { rows } = await tx.query<ConnectionRow>(
    `select ${COLUMNS} from connections c where c.org_id = $1 order by c.name limit $2`,
    [orgId, MOST],
  );
  return rows;
};

/** Those that a person has to reconnect. */
export const listLostConnections = async (tx: Tx, orgId: string): Promise<ConnectionRow[]> => {
  const { rows } = await tx.query<ConnectionRow>(
    `select ${COLUMNS} from connections c
      where c.org_id = $1 and c.health = 'unauthorised' order by c.name limit $2`,
    [orgId, MOST],
  );
  return rows;
};
