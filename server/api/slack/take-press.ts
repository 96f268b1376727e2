import type { AppServices } from '#server/api/app-services.ts';
import { newId } from '#server/platform/ids.ts';
import { readButton } from '#server/runtime/button-token.ts';
import type { Press } from '#server/runtime/work-slack-press.ts';
import { findApprovalOrg, insertPress, type StoredPress } from '#server/store/product-slack-presses.ts';
import type { ReadPress } from './read-press.ts';

/** A press that is stored and still has to be worked; null for a button that is none of ours. */
export const takePress = async (
  services: AppServices,
  press: ReadPress,
): Promise<StoredPress | null> => {
  const reading = readButton(services.deps.secrets.tokenSecret, press.value, new Date());
  if (reading.kind === 'invalid') return null;
  const orgId = await findApprovalOrg(services.reads, reading.token);
  if (orgId === null) return null;
  const payload: Press = {
    token: reading.token,
    expired: reading.kind === 'expired',
    slackUserId: press.slackUserId,
    responseUrl: press.responseUrl,
  };
  const { id } = await insertPress(services.reads, {
    id: newId('sig'),
    orgId,
    approvalId: reading.token.approvalId,
    identity: press.identity,
    payload,
  });
  return { id, orgId, payload };
};
