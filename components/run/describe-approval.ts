import type { ApprovalRefusal, TransitionBody } from '#server/engine/transition.ts';
import type { RunDetail, TimelineItem } from '#server/api/views/run-view.ts';
import { anyOf } from './run-names.ts';
import type { FactText } from './timeline-entry.ts';

const VIA = { slack: 'in Slack', inbox: 'in the inbox', api: 'over the API' } as const;

const REFUSALS: Readonly<Record<ApprovalRefusal, string>> = {
  already_decided: 'It had been decided before',
  expired: 'The deadline had passed',
  cancelled: 'The request had been called off',
  superseded: 'The content had changed since',
  not_permitted: 'Whoever pressed may not decide this',
  bad_token: 'The button was not valid for this request',
};

/** How a question to a person went. */
export function describeApproval(
  run: RunDetail,
  item: TimelineItem,
  body: TransitionBody,
): FactText | null {
  switch (body.type) {
    case 'approval.requested':
      // In Slack the question stands once it is posted, and that is the entry to read.
      return body.data.channel === 'inbox'
        ? { rest: `Asked ${asked(run, body.data.approvalId)} in the inbox` }
        : null;
    case 'approval.posted':
      return { rest: `Asked ${asked(run, body.data.approvalId)} in Slack` };
    case 'approval.post_failed':
      return {
        strong: 'Nobody was told in Slack.',
        rest: `${body.data.message} The request stands in the inbox`,
        tone: 'setback',
      };
    case 'approval.decided':
      return {
        strong: body.data.decision === 'approved' ? 'Approved' : 'Rejected',
        rest: `by ${item.actorLabel} ${VIA[body.data.via]}`,
      };
    case 'approval.expired':
      return { rest: 'Nobody answered in time' };
    case 'approval.escalated':
      return { rest: `Nobody answered in time: asked ${asked(run, body.data.approvalId)} next` };
    case 'approval.refused':
      return {
        strong: 'A late or wrong answer was refused.',
        rest: `${REFUSALS[body.data.reason]}, so nothing was changed`,
        tone: 'refusal',
      };
    default:
      return null;
  }
}

function asked(run: RunDetail, approvalId: string): string {
  return anyOf(run.approvals.find((approval) => approval.id === approvalId)?.assignees ?? []);
}
