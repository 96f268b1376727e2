import type { ApprovalRefusal } from '#server/engine/transition.ts';
import type { PressReceipt } from '#server/store/press-receipts.ts';
import type { Decided } from './decide-approval.ts';

const REFUSED: Readonly<Record<ApprovalRefusal, string>> = {
  already_decided: 'it had been decided already',
  expired: 'its deadline had passed',
  cancelled: 'the run had been stopped',
  superseded: 'it was about a draft that has changed since',
  not_permitted: 'whoever pressed may not decide it',
  bad_token: 'the button did not belong to it',
};

const DECISIONS = { approved: 'Approve', rejected: 'Reject' } as const;

export const STORED_PRESS = 'A button in Slack was pressed, and is looked at.';
export const REPEATED_PRESS = 'Slack told of a press again that was known already.';

/** What a press came to, for its receipt: no names. */
export const pressOutcome = (
  pressed: 'approved' | 'rejected',
  decided: Decided,
): Pick<PressReceipt, 'result' | 'detail'> =>
  decided.kind === 'decided'
    ? { result: 'accepted', detail: `${DECISIONS[pressed]} was pressed in Slack, and counts.` }
    : {
        result: 'invalid',
        detail: `${DECISIONS[pressed]} was pressed in Slack and refused: ${REFUSED[decided.reason]}.`,
      };
