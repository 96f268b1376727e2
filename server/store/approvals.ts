import type { Tx } from '#server/platform/db.ts';
import { actorName } from './actor-name.ts';

export type ApprovalStatus = 'open' | 'decided' | 'expired' | 'cancelled' | 'superseded';
export type DecisionVia = 'slack' | 'inbox' | 'api';

export interface NewApproval {
  readonly id: string;
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly content: string;
  readonly digest: string;
  readonly assignees: readonly string[];
  readonly channel: 'slack' | 'inbox';
  readonly target: string | null;
  /** Epoch milliseconds. */
  readonly deadlineAt: number;
  readonly then: string;
}

export interface ApprovalEscalation {
  readonly id: string;
  readonly assignees: readonly string[];
  /** Epoch milliseconds. */
  readonly deadlineAt: number;
  readonly then: string;
}

export interface ApprovalClosing {
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly status: Exclude<ApprovalStatus, 'open'>;
  readonly decision: 'approved' | 'rejected' | null;
  readonly by: string | null;
  readonly via: DecisionVia | null;
  readonly comment: string | null;
}

export const insertApprovals = async (tx: Tx, rows: readonly NewApproval[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `insert into approvals (id, org_id, run_id, step_id, iteration, content, digest, assignees,
                            channel, target, status, deadline_at, deadline_then)
     select u.id, u."orgId", u."runId", u."stepId", u.iteration, u.content, u.digest,
            array (select json_array_elements_text(u.assignees)), u.channel, u.target, 'open',
            to_timestamp(u."deadlineAt" / 1000.0), u."then"
       from json_to_recordset($1::json) as u (
            id text, "orgId" text, "runId" text, "stepId" text, iteration int, content text,
            digest text, assignees json, channel text, target text, "deadlineAt" numeric,
            "then" text)`,
    [JSON.stringify(rows)],
  );
};

export const escalateApprovals = async (
  tx: Tx,
  rows: readonly ApprovalEscalation[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `update approvals a
        set assignees = array (select json_array_elements_text(u.assignees)),
            deadline_at = to_timestamp(u."deadlineAt" / 1000.0), deadline_then = u."then"
       from json_to_recordset($1::json) as u (
            id text, assignees json, "deadlineAt" numeric, "then" text)
      where a.id = u.id and a.status = 'open'`,
    [JSON.stringify(rows)],
  );
};

/** The first closing wins: a row that is not open any more is left as it is. */
export const closeApprovals = async (tx: Tx, rows: readonly ApprovalClosing[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `update approvals a
        set status = u.status, decision = u.decision, decided_by = u.by, decided_via = u.via,
            comment = u.comment, closed_at = engine_now()
       from json_to_recordset($1::json) as u (
            "runId" text, "stepId" text, iteration int, status text, decision text, by text,
            via text, comment text)
      where a.run_id = u."runId" and a.step_id = u."stepId" and a.iteration = u.iteration
        and a.status = 'open'`,
    [JSON.stringify(rows)],
  );
};

export interface ApprovalRow {
  readonly id: string;
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly digest: string;
  readonly assignees: readonly string[];
  readonly status: ApprovalStatus;
  readonly decision: 'approved' | 'rejected' | null;
  readonly decidedBy: string | null;
  /** The name of the member or key that decided. */
  readonly decidedByName: string | null;
  readonly decidedVia: DecisionVia | null;
  readonly closedAt: Date | null;
}

export const findApproval = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<ApprovalRow | null> => {
  const { rows } = await tx.query<ApprovalRow>(
    `select a.id, a.org_id as "orgId", a.run_id as "runId", a.step_id as "stepId", a.iteration,
            a.digest, a.assignees, a.status, a.decision, a.decided_by as "decidedBy",
            ${actorName('a.decided_by')} as "decidedByName", a.decided_via as "decidedVia",
            a.closed_at as "closedAt"
       from approvals a
      where a.id = $1 and a.org_id = $2`,
    [id, orgId],
  );
  return rows[0] ?? null;
};

export interface MessageRef {
  readonly channel: string;
  readonly ts: string;
  /** The connection that posted it; absent in those from before it was kept. */
  readonly connectionId?: string;
}

/**
 * Keeps where a message of the channel stands, showing an open request. Also for a request that was
 * closed while the message was on its way: it is then rewritten like any other stale one.
 */
export const saveApprovalMessage = async (
  tx: Tx,
  approvalId: string,
  ref: MessageRef,
): Promise<void> => {
  await tx.query(
    `update approvals set message_ref = $2, message_status = 'open',
            message_refs = message_refs || jsonb_build_array($2::jsonb)
      where id = $1 and not message_refs @> jsonb_build_array($2::jsonb)`,
    [approvalId, JSON.stringify(ref)],
  );
};

export interface StaleApprovalMessage {
  readonly id: string;
  readonly orgId: string;
  readonly status: Exclude<ApprovalStatus, 'open'>;
  readonly content: string;
  readonly digest: string;
  /** The connection that posted the first message; null for a test run, which uses none. */
  readonly connectionId: string | null;
  readonly isTest: boolean;
  readonly decision: 'approved' | 'rejected' | null;
  readonly decidedByName: string | null;
  readonly decidedVia: DecisionVia | null;
  readonly closedAt: Date | null;
  /** All of its messages. */
  readonly refs: readonly MessageRef[];
}

/**
 * Messages that still show what is no longer so; by `approvals_message_stale`. Those of a
 * connection that has to be reconnected wait for that, and `resting` ones are left out.
 */
export const findStaleMessages = async (
  tx: Tx,
  limit: number,
  resting: readonly string[],
): Promise<readonly StaleApprovalMessage[]> => {
  const { rows } = await tx.query<StaleApprovalMessage>(
    `select a.id, a.org_id as "orgId", a.status, a.content, a.digest, a.decision,
            ${actorName('a.decided_by')} as "decidedByName", a.decided_via as "decidedVia",
            a.closed_at as "closedAt", a.message_refs as refs, c.id as "connectionId",
            r.is_test as "isTest"
       from approvals a
       join runs r on r.id = a.run_id
       left join lateral (
        select e.connection_id from effects e
         where e.run_id = a.run_id and e.step_id = a.step_id and e.iteration = a.iteration
           and e.status = 'settled' and e.connection_id is not null
         order by e.key limit 1) e on true
       left join connections c on c.id = e.connection_id
      where (r.is_test or c.health <> 'unauthorised') and a.message_ref is not null and a.message_status is distinct from a.status
        and a.status <> 'open' and a.id <> all ($2::text[])
      order by a.id limit $1`,
    [limit, resting],
  );
  return rows;
};

/** All of these show it. One that came in between has not been rewritten: the next look does. */
export const markMessagesShown = async (
  tx: Tx,
  { id, status, refs }: Pick<StaleApprovalMessage, 'id' | 'status' | 'refs'>,
): Promise<void> => {
  await tx.query(
    'update approvals set message_status = $2 where id = $1 and message_refs = $3::jsonb',
    [id, status, JSON.stringify(refs)],
  );
};
