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

/**
 * Without a channel, the first of those asked gets it directly, and the connection's own channel
 * where nobody is named; all of them have it in the inbox.
 */
function recipientOf(
  approval: ApprovalForPosting,
  { connection }: ExecuteContext<ApprovalConfig>,
): string | null {
  const own = connection?.settings['channel'];
  return (
    approval.target ?? approval.assignees[0] ?? (typeof own === 'string' && own !== '' ? own : null)
  );
}

function nameOf({ data }: ExecuteContext<ApprovalConfig>): string | null {
  const name = data.contact?.['name'];
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}

const NOBODY = {
  code: 'no_recipient',
  message: 'Say which Slack channel to post to, here or on the connection.',
};

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
    const to = recipientOf(approval, context);
    if (to === null) return { kind: 'fail', error: NOBODY };
    const message = openApprovalMessage({
      ...approval,
      approvalId: approval.id,
      contact: nameOf(context),
      isTest: context.data.run.isTest,
      appUrl,
      approveToken: tokenFor(context, approval, 'approved'),
      rejectToken: tokenFor(context, approval, 'rejected'),
    });
    const request: SlackRequest = { op: 'post', to, ...message };
    return { kind: 'request', request };
  },
  complete: (_context, result) => ({ kind: 'posted', messageRef: { ...(result as SlackResult) } }),
};
