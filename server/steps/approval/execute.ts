import type { SlackRequest, SlackResult } from '#server/connectors/slack.ts';
import type { ApprovalForPosting, EffectExecutor, ExecuteContext } from '../executor.ts';
import type { ButtonToken } from './button-token.ts';
import type { ApprovalConfig } from './definition.ts';
import { openApprovalMessage } from './slack-message.ts';

function tokenFor(
  { runId, visit, signToken }: ExecuteContext<ApprovalConfig>,
  approval: ApprovalForPosting,
  decision: ButtonToken['decision'],
): string {
  const payload: ButtonToken = {
    approvalId: approval.id,
    runId,
    stepId: visit.stepId,
    iteration: visit.iteration,
    digest: approval.digest,
    decision,
  };
  return signToken(payload, approval.deadlineAt);
}

/** Without a channel, the first of those asked gets it directly; all of them have it in the inbox. */
function recipientOf(approval: ApprovalForPosting): string | null {
  return approval.target ?? approval.assignees[0] ?? null;
}

function nameOf({ data }: ExecuteContext<ApprovalConfig>): string | null {
  const name = data.contact?.['name'];
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}

/** Posts the question to Slack; the inbox needs no posting. The answer comes in as a decision. */
export const approvalExecutor: EffectExecutor<ApprovalConfig> = {
  kind: 'effect',
  connector: 'slack',
  connection: ({ connection, channel }) => (channel === 'slack' ? connection : null),
  prepare: (context) => {
    const { approval, appUrl } = context;
    if (approval === null) {
      return {
        kind: 'fail',
        error: { code: 'no_approval', message: 'The request is no longer open.' },
      };
    }
    const message = openApprovalMessage({
      ...approval,
      approvalId: approval.id,
      contact: nameOf(context),
      appUrl,
      approveToken: tokenFor(context, approval, 'approved'),
      rejectToken: tokenFor(context, approval, 'rejected'),
    });
    const request: SlackRequest = { op: 'post', to: recipientOf(approval), ...message };
    return { kind: 'request', request };
  },
  complete: (_context, result) => ({ kind: 'posted', messageRef: { ...(result as SlackResult) } }),
};
