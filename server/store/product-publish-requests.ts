/**
 * Requests to publish, in workspaces where a second person has to agree. Whoever writes one holds
 * the automation's row first (`lockAutomation`), as saves and publishes do: a decision and an edit
 * come one after the other.
 */
import type { Tx } from '#server/platform/db.ts';
import { actorName } from './actor-name.ts';

export interface PublishRequestRow {
  readonly id: string;
  readonly automationId: string;
  readonly automationName: string;
  readonly revision: number;
  readonly note: string;
  readonly status: 'waiting' | 'approved' | 'rejected' | 'reset' | 'withdrawn';
  /** As it was recorded: `user:<id>`. */
  readonly requestedById: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly reason: string;
  readonly version: number | null;
}

const SELECT = `
  select q.id, q.automation_id as "automationId", a.name as "automationName", q.revision, q.note,
         q.status, q.requested_by as "requestedById",
         ${actorName('q.requested_by')} as "requestedBy", q.requested_at as "requestedAt",
         ${actorName('q.decided_by')} as "decidedBy", q.decided_at as "decidedAt", q.reason,
         q.version
    from publish_requests q join automations a on a.id = q.automation_id`;

/** Whether publishing needs a second person here. */
export const readFourEyes = async (tx: Tx, orgId: string): Promise<boolean> => {
  const { rows } = await tx.query<{ on: boolean }>(
    'select four_eyes as "on" from organisations where id = $1',
    [orgId],
  );
  return rows[0]?.on ?? false;
};

export const writeFourEyes = async (tx: Tx, orgId: string, on: boolean): Promise<void> => {
  await tx.query('update organisations set four_eyes = $2 where id = $1', [orgId, on]);
};

/** Null when the workspace has no such request. */
export const findPublishRequest = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<PublishRequestRow | null> => {
  const { rows } = await tx.query<PublishRequestRow>(
    `${SELECT} where q.id = $2 and q.org_id = $1`,
    [orgId, id],
  );
  return rows[0] ?? null;
};

/** The newest one of an automation, whatever became of it; by `publish_requests_by_automation`. */
export const findLatestPublishRequest = async (
  tx: Tx,
  automationId: string,
): Promise<PublishRequestRow | null> => {
  const { rows } = await tx.query<PublishRequestRow>(
    `${SELECT} where q.automation_id = $1 order by q.requested_at desc limit 1`,
    [automationId],
  );
  return rows[0] ?? null;
};

/** Those that wait, oldest first; by `publish_requests_of_workspace`. */
export const listWaitingPublishRequests = async (
  tx: Tx,
  orgId: string,
  limit: number,
): Promise<PublishRequestRow[]> => {
  const { rows } = await tx.query<PublishRequestRow>(
    `${SELECT} where q.org_id = $1 and q.status = 'waiting' order by q.id limit $2`,
    [orgId, limit],
  );
  return rows;
};

export interface NewPublishRequest {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string;
  readonly revision: number;
  readonly note: string;
  readonly by: string;
}

export const insertPublishRequest = async (tx: Tx, made: NewPublishRequest): Promise<void> => {
  await tx.query(
    `insert into publish_requests (id, org_id, automation_id, revision, note, requested_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [made.id, made.orgId, made.automationId, made.revision, made.note, made.by],
  );
};

export interface PublishRequestEnd {
  readonly id: string;
  readonly status: 'approved' | 'rejected' | 'withdrawn';
  readonly by: string;
  readonly reason: string;
  readonly version: number | null;
}

/** False when it waits no longer. */
export const endPublishRequest = async (tx: Tx, end: PublishRequestEnd): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update publish_requests
        set status = $2, decided_by = $3, decided_at = now(), reason = $4, version = $5
      where id = $1 and status = 'waiting'`,
    [end.id, end.status, end.by, end.reason, end.version],
  );
  return rowCount === 1;
};

/** The draft has changed, or was published otherwise: what waits is about something that is no more. */
export const resetPublishRequests = async (
  tx: Tx,
  automationId: string,
  by: string,
): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    `update publish_requests set status = 'reset', decided_by = $2, decided_at = now()
      where automation_id = $1 and status = 'waiting' returning id`,
    [automationId, by],
  );
  return rows.map((row) => row.id);
};
