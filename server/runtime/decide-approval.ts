import type { ApprovalRefusal } from '#server/engine/transition.ts';
import { txOf, type Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { findApproval, type ApprovalRow, type DecisionVia } from '#server/store/approvals.ts';
import type { NoteOnly } from './apply-event.ts';
import { commitAdvance } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { assertStorable } from './assert-storable.ts';
import type { MayDecide } from './permission-to-decide.ts';

export interface DecideApproval {
  readonly orgId: string;
  readonly approvalId: string;
  readonly decision: 'approved' | 'rejected';
  /** Of the content that the person saw. */
  readonly digest: string;
  readonly via: DecisionVia;
  /** `user:<id>` or `api:<key id>`. */
  readonly actor: string;
  readonly comment: string | null;
  /** Asked inside the deciding transaction, so that a permission withdrawn before the press counts. */
  readonly mayDecide: MayDecide;
}

export type Decided =
  | { readonly kind: 'decided'; readonly decision: 'approved' | 'rejected'; readonly runId: string }
  | {
      readonly kind: 'refused';
      readonly reason: ApprovalRefusal;
      readonly runId: string;
      /** One sentence for the person who pressed: who decided, when and where. */
      readonly message: string;
      readonly decidedBy: string | null;
      readonly decidedVia: DecisionVia | null;
      readonly closedAt: Date | null;
    };

const VIA: Readonly<Record<DecisionVia, string>> = {
  slack: 'in Slack',
  inbox: 'in the inbox',
  api: 'through the API',
};

const when = (at: Date | null): string =>
  at === null ? 'earlier' : `on ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const messageFor = (reason: ApprovalRefusal, row: ApprovalRow): string => {
  switch (reason) {
    case 'already_decided': {
      const who = row.decidedByName ?? 'Someone';
      const where = row.decidedVia === null ? '' : ` ${VIA[row.decidedVia]}`;
      return `${who} ${row.decision ?? 'decided'} this ${when(row.closedAt)}${where}.`;
    }
    case 'expired':
      return `The deadline passed ${when(row.closedAt)}: nothing can be decided any more.`;
    case 'cancelled':
      return `The run was stopped ${when(row.closedAt)}: nothing can be decided any more.`;
    case 'superseded':
      return 'The content has changed since: decide on the new request.';
    case 'not_permitted':
      return 'You may not decide this.';
    case 'bad_token':
      return 'This button is no longer valid: decide in the inbox.';
  }
};

const CLOSED: Readonly<Record<Exclude<ApprovalRow['status'], 'open'>, ApprovalRefusal>> = {
  decided: 'already_decided',
  expired: 'expired',
  cancelled: 'cancelled',
  superseded: 'superseded',
};

const refusalOf = async (
  tx: Tx,
  row: ApprovalRow,
  decide: DecideApproval,
): Promise<ApprovalRefusal | null> => {
  if (!(await decide.mayDecide(tx, row))) return 'not_permitted';
  if (row.status !== 'open') return CLOSED[row.status];
  return row.digest === decide.digest ? null : 'superseded';
};

const noteOf = (row: ApprovalRow, reason: ApprovalRefusal, via: DecisionVia): NoteOnly => ({
  kind: 'note',
  visit: { stepId: row.stepId, iteration: row.iteration },
  body: { type: 'approval.refused', data: { approvalId: row.id, reason, via } },
});

/**
 * One decision: the first write wins, under the run's lock; every later one is told who decided,
 * when and where, and leaves a note in the run's log. Throws AppError `not_found`.
 */
export const decideApproval = async (
  deps: RuntimeDeps,
  decide: DecideApproval,
): Promise<Decided> => {
  assertStorable(decide.comment, 'comment');
  const found = await findApproval(txOf(deps.pool), decide.orgId, decide.approvalId);
  if (found === null) throw new AppError('not_found', 'There is no such approval.');
  const seen: { row: ApprovalRow; refusal: ApprovalRefusal | null } = { row: found, refusal: null };
  let answerLost = false;
  const outcome = await commitAdvance(deps, {
    runId: found.runId,
    actor: decide.actor,
    afterUnknownCommit: () => {
      answerLost = true;
    },
    decide: async (_run, tx) => {
      const row = (await findApproval(tx, decide.orgId, decide.approvalId)) ?? found;
      seen.row = row;
      if (answerLost && row.decidedBy === decide.actor) return null;
      seen.refusal = await refusalOf(tx, row, decide);
      if (seen.refusal !== null) return noteOf(row, seen.refusal, decide.via);
      return {
        kind: 'approval_decided',
        visit: { stepId: row.stepId, iteration: row.iteration },
        approvalId: row.id,
        decision: decide.decision,
        via: decide.via,
        comment: decide.comment,
      };
    },
  });
  const { row, refusal } = seen;
  const mine = answerLost && refusal === null && row.decision === decide.decision;
  if (outcome.kind === 'advanced' || mine) {
    return { kind: 'decided', decision: decide.decision, runId: found.runId };
  }
  // An open approval that the walk refuses belongs to a run that is stopping.
  const reason = refusal ?? 'cancelled';
  const known = reason === 'not_permitted' ? null : row;
  return {
    kind: 'refused',
    reason,
    runId: found.runId,
    message: messageFor(reason, row),
    decidedBy: known?.decidedBy ?? null,
    decidedVia: known?.decidedVia ?? null,
    closedAt: known?.closedAt ?? null,
  };
};
