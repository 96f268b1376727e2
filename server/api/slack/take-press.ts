import type { AppServices } from '#server/api/app-services.ts';
import { newId } from '#server/platform/ids.ts';
import { readButton } from '#server/runtime/button-token.ts';
import type { Press } from '#server/runtime/work-slack-press.ts';
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
  return known ? { kind: 'known' } : { kind: 'new', press: { id, orgId, payload } };
};
