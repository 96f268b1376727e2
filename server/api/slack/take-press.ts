import type { AppServices } from '#server/api/app-services.ts';
import { newId } from '#server/platform/ids.ts';
import { readButton } from '#server/runtime/button-token.ts';
import { REPEATED_PRESS, STORED_PRESS } from '#server/runtime/press-words.ts';
import type { Press } from '#server/runtime/work-slack-press.ts';
import { savePressReceipt, saveRepeatedPress } from '#server/store/press-receipts.ts';
import {
  findApprovalOrg,
  insertPress,
  type StoredPress,
} from '#server/store/product-slack-presses.ts';
import type { ReadPress } from './read-press.ts';

export type TakenPress =
  | { readonly kind: 'new'; readonly press: StoredPress }
  /** Slack's retry of a press that is stored: whoever stored it works it, or the sweep does. */
  | { readonly kind: 'known' }
  /** The button is none of ours, or somebody wrote its value. */
  | { readonly kind: 'not_ours' };

/** Slack's retry leaves one of its own, unless whoever stored the press died before its receipt. */
const leaveReceipt = async (
  { reads }: AppServices,
  press: { readonly id: string; readonly known: boolean; readonly approvalId: string },
): Promise<void> => {
  const { id: pressId, known, approvalId } = press;
  const stored = { pressId, approvalId, result: 'stored', detail: STORED_PRESS } as const;
  if ((await savePressReceipt(reads, stored)) || !known) return;
  await saveRepeatedPress(reads, { id: newId('rcp'), approvalId, detail: REPEATED_PRESS });
};

/** Stores a press, so that Slack can be answered. */
export const takePress = async (services: AppServices, press: ReadPress): Promise<TakenPress> => {
  const reading = readButton(services.deps.secrets.tokenSecret, press.value, new Date());
  if (reading.kind === 'invalid') return { kind: 'not_ours' };
  const orgId = await findApprovalOrg(services.reads, reading.token);
  if (orgId === null) return { kind: 'not_ours' };
  const payload: Press = {
    token: reading.token,
    expired: reading.kind === 'expired',
    slackUserId: press.slackUserId,
    responseUrl: press.responseUrl,
  };
  const { id, known } = await insertPress(services.reads, {
    id: newId('sig'),
    orgId,
    approvalId: reading.token.approvalId,
    identity: press.identity,
    payload,
  });
  await leaveReceipt(services, { id, known, approvalId: reading.token.approvalId });
  return known ? { kind: 'known' } : { kind: 'new', press: { id, orgId, payload } };
};
