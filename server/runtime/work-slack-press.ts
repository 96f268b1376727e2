/**
 * A pressed button in Slack, from the stored row to the decision.
 *
 *   stored ──► member found ──► decided or refused ──► clicker told (refusals) ──► closed
 *
 * Every arrow may be walked twice: a decision is made once, whoever presses or retries.
 */
import { z } from 'zod';
import { answerPress } from '#server/connectors/slack-response.ts';
import { txOf } from '#server/platform/db.ts';
import { messageOf, RetryableError } from '#server/platform/errors.ts';
import { buttonTokenSchema } from '#server/steps/approval/button-token.ts';
import { findApproval } from '#server/store/approvals.ts';
import { savePressReceipt } from '#server/store/press-receipts.ts';
import {
  closePress,
  listOpenPresses,
  type StoredPress,
} from '#server/store/product-slack-presses.ts';
import { isTestRun } from '#server/store/runs.ts';
import { decideApproval, type Decided } from './decide-approval.ts';
import type { RuntimeDeps } from './deps.ts';
import { memberMayDecide } from './permission-to-decide.ts';
import { pressOutcome } from './press-words.ts';
import { findSlackMember, type SlackMember } from './slack-member.ts';

export const pressSchema = z.object({
  token: buttonTokenSchema,
  /** The token was past its time when the button was pressed. */
  expired: z.boolean(),
  slackUserId: z.string(),
  responseUrl: z.url({ protocol: /^https?$/ }).nullable(),
});
export type Press = z.output<typeof pressSchema>;

/** Only the clicker sees it. A failed answer changes nothing about the decision. */
export const tellClicker = async (
  deps: Pick<RuntimeDeps, 'log' | 'outbound'>,
  responseUrl: string | null,
  text: string,
): Promise<void> => {
  if (responseUrl === null) return;
  try {
    await answerPress(deps.outbound, responseUrl, text);
  } catch (error) {
    deps.log.warn({ reason: messageOf(error) }, 'a clicker in Slack could not be told');
  }
};

/** A token past its time decides nothing, also while the deadline's timer is still on its way. */
const isTooLate = async (deps: RuntimeDeps, orgId: string, press: Press): Promise<boolean> => {
  if (!press.expired) return false;
  const approval = await findApproval(txOf(deps.pool), orgId, press.token.approvalId);
  return approval?.status === 'open';
};

const TOO_LATE = 'This button has expired. Open the run in Holdfast to see where it stands.';

const decide = async (
  deps: RuntimeDeps,
  orgId: string,
  press: Press,
  member: SlackMember | null,
): Promise<{ readonly decided: Decided; readonly words: string | null }> => {
  const tooLate = await isTooLate(deps, orgId, press);
  const decided = await decideApproval(deps, {
    orgId,
    approvalId: press.token.approvalId,
    decision: press.token.decision,
    digest: press.token.digest,
    via: 'slack',
    actor: member === null ? `slack:${press.slackUserId}` : `user:${member.userId}`,
    comment: null,
    mayDecide: member === null || tooLate ? async () => false : memberMayDecide(member.userId),
  });
  if (decided.kind === 'decided') return { decided, words: null };
  return { decided, words: tooLate && member !== null ? TOO_LATE : decided.message };
};

/** Throws RetryableError while Slack cannot be asked; the sweep tries again. */
export const workSlackPress = async (deps: RuntimeDeps, stored: StoredPress): Promise<void> => {
  const parsed = pressSchema.safeParse(stored.payload);
  if (!parsed.success) {
    // Worked off by someone else meanwhile: its payload is gone.
    await closePress(txOf(deps.pool), stored.id, 'slack:unreadable');
    return;
  }
  const press = parsed.data;
  const { orgId } = stored;
  // The token is signed: the run that it names is the one that the button stood for.
  const isTest = await isTestRun(txOf(deps.pool), press.token.runId);
  const member = await findSlackMember(deps, { orgId, isTest }, press.slackUserId);
  const { decided, words } = await decide(deps, orgId, press, member);
  if (words !== null) await tellClicker(deps, press.responseUrl, words);
  const { approvalId, decision } = press.token;
  const outcome = pressOutcome(decision, decided);
  await savePressReceipt(txOf(deps.pool), { pressId: stored.id, approvalId, ...outcome });
  await closePress(txOf(deps.pool), stored.id, `slack:${decided.kind}`);
};

const SETTLE_SECONDS = 10;

/** For the sweep: presses whose process died, or that could not be checked with Slack at once. */
export const sweepSlackPresses = async (deps: RuntimeDeps): Promise<boolean> => {
  const resting = deps.pauses.resting(performance.now());
  for (const stored of await listOpenPresses(txOf(deps.pool), SETTLE_SECONDS, resting)) {
    try {
      await workSlackPress(deps, stored);
      deps.pauses.worked(stored.id);
    } catch (error) {
      // One press that cannot be worked must not stop the others, nor stand before them next time.
      deps.pauses.failed(stored.id, performance.now());
      if (error instanceof RetryableError) continue;
      deps.log.error({ err: error, press: stored.id }, 'a press could not be worked off');
    }
  }
  return false;
};
