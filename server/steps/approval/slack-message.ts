import { APPROVE_ACTION, REJECT_ACTION } from './button-token.ts';

export type SlackBlock = Readonly<Record<string, unknown>>;

export interface SlackText {
  /** For notifications, and where blocks cannot be shown. Never holds the content. */
  readonly text: string;
  readonly blocks: SlackBlock[];
}

/** Slack's own limit is 3,000. */
const SECTION_CHARACTERS = 2_900;
const MAX_SECTIONS = 40;
const DIGEST_SHOWN = 12;

/** Slack reads these three as markup; with them escaped, nothing in a text can mention or link. */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The text in pieces of whole characters that a section holds. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = '';
  for (const character of text) {
    if (piece.length + character.length > SECTION_CHARACTERS) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece].filter((each) => each.trim() !== '');
}

function section(text: string): SlackBlock {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

/** Plain text: the reader sees the content letter for letter, `*`, `_` and `<` included. */
function verbatim(text: string): SlackBlock {
  return { type: 'section', text: { type: 'plain_text', text, emoji: false } };
}

/** Slack shows the moment in each reader's own zone; the rest is for clients that cannot. */
function slackDate(epochMs: number): string {
  const fallback = new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ');
  return `<!date^${Math.floor(epochMs / 1000)}^{date_short_pretty} at {time}|${fallback} UTC>`;
}

function button(
  action: string,
  label: string,
  value: string,
  style: 'primary' | 'danger',
): SlackBlock {
  return {
    type: 'button',
    action_id: action,
    style,
    value,
    text: { type: 'plain_text', text: label },
  };
}

function describeThen(then: string): string {
  if (then === 'stop') return 'the run stops';
  if (then === 'escalate') return 'someone else is asked';
  return `the run goes on by “${then.replace(/^port:/, '').replaceAll('_', ' ')}”`;
}

function approvalLink(appUrl: string, approvalId: string): string {
  return `<${appUrl}/approvals?id=${encodeURIComponent(approvalId)}|Open in Holdfast>`;
}

export interface OpenApproval {
  readonly approvalId: string;
  /** The contact's name, where it is known. */
  readonly contact: string | null;
  readonly content: string;
  readonly digest: string;
  readonly assignees: readonly string[];
  readonly deadlineAt: number;
  /** As approvals keep it: `port:expired`, `stop` or `escalate`. */
  readonly deadlineThen: string;
  readonly appUrl: string;
  /** Of a test run: the message says so. */
  readonly isTest: boolean;
  readonly approveToken: string;
  readonly rejectToken: string;
}

/** The content in full, or null when it is longer than one message of Slack's holds. */
function contentBlocks(content: string): SlackBlock[] | null {
  const found = pieces(content);
  return found.length > MAX_SECTIONS ? null : found.map(verbatim);
}

function forWhom({ contact }: OpenApproval): string {
  return contact === null ? '' : ` for *${escapeSlack(contact)}*`;
}

/** The request as it is posted. A text too long to be shown in full gets no buttons here. */
export function openApprovalMessage(approval: OpenApproval): SlackText {
  const { assignees, digest, deadlineAt, deadlineThen, appUrl, approvalId } = approval;
  const link = approvalLink(appUrl, approvalId);
  const content = contentBlocks(approval.content);
  const buttons = {
    type: 'actions',
    block_id: `approval:${approvalId}`,
    elements: [
      button(APPROVE_ACTION, 'Approve', approval.approveToken, 'primary'),
      button(REJECT_ACTION, 'Reject', approval.rejectToken, 'danger'),
    ],
  };
  return {
    text: 'Your approval is asked for in Holdfast.',
    blocks: [
      section(
        `${approval.isTest ? '*Test run.* ' : ''}*${escapeSlack(assignees.join(', '))}*, a text${forWhom(approval)} is ready. ` +
          `Please decide by ${slackDate(deadlineAt)}; otherwise ${escapeSlack(describeThen(deadlineThen))}.`,
      ),
      { type: 'divider' },
      ...(content ?? [
        section('_The text is too long for Slack: read and decide it in Holdfast._'),
      ]),
      { type: 'divider' },
      ...(content === null ? [] : [buttons]),
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: `For exactly this text · ${digest.slice(0, DIGEST_SHOWN)} · ${link}`,
          },
        ],
      },
    ],
  };
}

export interface ClosedApproval {
  readonly approvalId: string;
  readonly content: string;
  readonly digest: string;
  readonly status: 'decided' | 'expired' | 'cancelled' | 'superseded';
  readonly decision: 'approved' | 'rejected' | null;
  /** Who decided, by name; null when nobody did. */
  readonly by: string | null;
  readonly via: 'slack' | 'inbox' | 'api' | null;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly appUrl: string;
}

const PLACES = { slack: 'in Slack', inbox: 'in Holdfast', api: 'through the API' } as const;

function verdict({ status, decision, by, via, at }: ClosedApproval): string {
  const when = slackDate(at);
  switch (status) {
    case 'decided': {
      const word = decision === 'approved' ? 'Approved' : 'Rejected';
      const who = by === null ? '' : ` by ${escapeSlack(by)}`;
      return `*${word}*${who}${via === null ? '' : ` ${PLACES[via]}`}, ${when}`;
    }
    case 'expired':
      return `*Expired* without an answer, ${when}`;
    case 'cancelled':
      return `*No longer needed*: the run was stopped, ${when}`;
    case 'superseded':
      return `*Replaced* by a newer request, ${when}`;
  }
}

/** The same message once nothing can be decided any more: the verdict instead of the buttons. */
export function closedApprovalMessage(approval: ClosedApproval): SlackText {
  const link = approvalLink(approval.appUrl, approval.approvalId);
  return {
    text: 'An approval in Holdfast is closed.',
    blocks: [
      section(verdict(approval)),
      { type: 'divider' },
      ...(contentBlocks(approval.content) ?? []),
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: `For exactly this text · ${approval.digest.slice(0, DIGEST_SHOWN)} · ${link}`,
          },
        ],
      },
    ],
  };
}
