/** Approvals with the names that a person needs to decide. */
import type { Tx } from '#server/platform/db.ts';
import { actorName } from './actor-name.ts';
import type { ApprovalStatus, DecisionVia } from './approvals.ts';

const COLUMNS = `
  p.id, p.run_id as "runId", p.step_id as "stepId", p.iteration, p.digest, p.content, p.status,
  p.assignees, p.channel, p.deadline_at as deadline, p.deadline_then as "deadlineThen", p.decision,
  ${actorName('p.decided_by')} as "decidedBy",
  p.decided_via as "decidedVia",
  case when p.decision is null then null else p.closed_at end as "decidedAt",
  p.comment, p.created_at as "createdAt", a.name as "automationName",
  coalesce((select d ->> 'name' from jsonb_array_elements(v.document -> 'steps') d
             where d ->> 'id' = p.step_id limit 1), p.step_id) as "stepName",
  c.name as "contactName", c.email as "contactEmail", r.is_test as "isTest"`;

const JOINS = `
  join runs r on r.id = p.run_id
  join automations a on a.id = r.automation_id
  join automation_versions v on v.automation_id = r.automation_id and v.version = r.version
  left join contacts c on c.id = r.contact_id`;

export interface ApprovalRow {
  readonly id: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly digest: string;
  readonly content: string;
  readonly status: ApprovalStatus;
  readonly assignees: string[];
  readonly channel: 'slack' | 'inbox';
  readonly deadline: Date;
  readonly deadlineThen: string;
  readonly decision: 'approved' | 'rejected' | null;
  readonly decidedBy: string | null;
  readonly decidedVia: DecisionVia | null;
  readonly decidedAt: Date | null;
  readonly comment: string | null;
  readonly createdAt: Date;
  readonly automationName: string;
  readonly stepName: string;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  /** Of a test run: nobody real is waiting for it. */
  readonly isTest: boolean;
}

export interface ListApprovals {
  readonly orgId: string;
  readonly status: ApprovalRow['status'] | null;
  /** Id of the last approval of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

const STATUSES: readonly ApprovalRow['status'][] = [
  'open',
  'decided',
  'expired',
  'cancelled',
  'superseded',
];

const newestIn = (status: ApprovalRow['status']): string =>
  `(select * from approvals
     where org_id = $1 and status = '${status}' and ($2::text is null or id < $2)
     order by id desc limit $3)`;

/**
 * Newest first: each status by itself, then merged, so that no page is a scan. Every status is
 * spelled out, so that the planner knows the rare ones and takes approvals_inbox for them.
 */
export const listApprovals = async (tx: Tx, asked: ListApprovals): Promise<ApprovalRow[]> => {
  const statuses = asked.status === null ? STATUSES : [asked.status];
  const { rows } = await tx.query<ApprovalRow>(
    `select ${COLUMNS}
       from (select * from (${statuses.map(newestIn).join(' union all ')}) q
              order by q.id desc limit $3) p
       ${JOINS} order by p.id desc`,
    [asked.orgId, asked.before, asked.limit],
  );
  return rows;
};

/** Null when there is no such approval in the workspace. */
export const findApproval = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<ApprovalRow | null> => {
  const { rows } = await tx.query<ApprovalRow>(
    `select ${COLUMNS} from approvals p ${JOINS} where p.id = $1 and p.org_id = $2`,
    [id, orgId],
  );
  return rows[0] ?? null;
};

/** All requests of one run, oldest first. Uses approvals_run. */
export const listRunApprovals = async (tx: Tx, runId: string): Promise<ApprovalRow[]> => {
  const { rows } = await tx.query<ApprovalRow>(
    `select ${COLUMNS} from approvals p ${JOINS} where p.run_id = $1 order by p.id limit 500`,
    [runId],
  );
  return rows;
};
