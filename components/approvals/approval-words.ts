import type { ApprovalView } from '#server/api/views/run-view.ts';
import type { Viewer } from '#server/api/views/workspace-view.ts';
import { formatNear } from '#components/ui/format-time.ts';

const VIA = { slack: 'in Slack', inbox: 'in the Holdfast inbox', api: 'through the API' } as const;

/** What happens when nobody answers: "expired", "the run stops", "Priya is asked". */
export const thenWords = (then: string): string => {
  if (then.startsWith('port:')) return then.slice(5).replaceAll('_', ' ');
  if (then === 'stop') return 'the run stops';
  if (then.startsWith('escalate')) {
    const whom = then.split(':').slice(1).join(':').trim();
    return whom === '' ? 'someone else is asked' : `${whom} is asked`;
  }
  return then.replaceAll('_', ' ');
};

/** First and last characters: enough to compare by eye with the one in Slack. */
export const shortDigest = (digest: string): string => {
  const hex = digest.replace(/^[a-z0-9]+:/, '');
  return hex.length <= 12 ? hex : `${hex.slice(0, 4)}…${hex.slice(-4)}`;
};

/** Whom it is about, in the words of a heading. */
export const approvalTitle = (
  approval: Pick<ApprovalView, 'contactName' | 'contactEmail' | 'stepName'>,
): string => approval.contactName ?? approval.contactEmail ?? approval.stepName;

/** The first line that says something: the subject, or what follows the salutation. */
export const approvalExcerpt = (content: string): string => {
  const lines = content
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [first = '', second] = lines;
  const greeting = first.length <= 40 && first.endsWith(',') && second !== undefined;
  return (greeting ? second : first).replace(/^subject:\s*/i, '');
};

type Closed = Pick<
  ApprovalView,
  'status' | 'decision' | 'decidedBy' | 'decidedVia' | 'decidedAt' | 'deadline' | 'deadlineThen'
>;

/** How a request was closed: who, when and where. Empty while it is open. */
export const closedSentence = (approval: Closed, zone: string, now: Date): string => {
  switch (approval.status) {
    case 'open':
      return '';
    case 'decided': {
      const verb = approval.decision === 'approved' ? 'Approved' : 'Rejected';
      const when =
        approval.decidedAt === null ? '' : ` at ${formatNear(approval.decidedAt, zone, now)}`;
      const where = approval.decidedVia === null ? '' : `, ${VIA[approval.decidedVia]}`;
      return `${verb} by ${approval.decidedBy ?? 'someone'}${when}${where}.`;
    }
    case 'expired':
      return `Expired: nobody answered by ${formatNear(approval.deadline, zone, now)}, then: ${thenWords(approval.deadlineThen)}.`;
    case 'cancelled':
      return 'The run was cancelled, so there is nothing left to decide.';
    case 'superseded':
      return 'The content has changed since, so this request no longer counts. A new one has been asked.';
    default:
      return approval.status satisfies never;
  }
};

/** What someone is told whose answer came too late. */
export const refusedSentence = (approval: Closed, zone: string, now: Date): string =>
  `${closedSentence(approval, zone, now)} Your answer was not counted.`.trim();

/**
 * Whether the reader's answer would count, as far as the screen can know; the server asks again.
 * Owners always may; where people are named, only they may beside them.
 */
export const mayAnswer = (
  viewer: Pick<Viewer, 'role' | 'email'>,
  approval: Pick<ApprovalView, 'assignees'>,
): boolean => {
  if (viewer.role === 'owner') return true;
  if (viewer.role === 'viewer') return false;
  if (approval.assignees.length === 0) return true;
  return approval.assignees.some(
    (assignee) => assignee.toLowerCase() === viewer.email.toLowerCase(),
  );
};
