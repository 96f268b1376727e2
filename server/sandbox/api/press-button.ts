import { z } from 'zod';
import { randomSecret } from '#server/platform/crypto.ts';
import { txOf, withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { SandboxContext } from '../context.ts';
import { attemptDelivery } from '../deliver/attempt-delivery.ts';
import { buttonsIn, type SlackButton } from '../slack/buttons.ts';
import { interactionPayload } from '../slack/interaction-payload.ts';
import {
  type Delivery,
  type DeliveryState,
  readDelivery,
  storeDelivery,
} from '../store/deliveries.ts';
import { storeInteraction } from '../store/interactions.ts';
import { findSlackMessage, type SlackMessage } from '../store/slack-messages.ts';
import { findSlackUser, type SlackUser } from '../store/slack-users.ts';

export const pressRequest = z.strictObject({
  actionId: z.string().min(1),
  /** Slack id, email, handle or full name. */
  user: z.string().min(1),
  /** Press a button that is no longer on the message, as on a screen that has not refreshed. */
  stale: z.boolean().default(false),
});

export type PressRequest = z.input<typeof pressRequest>;

export interface PressResult {
  readonly interactionId: string;
  /** How the product answered so far; Slack's retries go on behind this. */
  readonly ack: DeliveryState;
}

interface Pressed {
  readonly message: SlackMessage;
  readonly button: SlackButton;
  readonly user: SlackUser;
}

const find = async (
  ctx: SandboxContext,
  ts: string,
  request: z.output<typeof pressRequest>,
): Promise<Pressed> => {
  const tx = txOf(ctx.pool);
  const message = await findSlackMessage(tx, ts);
  if (message === null || (message.deletedAt !== null && !request.stale)) {
    throw new AppError('not_found', `There is no message ${ts} in the sandbox's Slack.`);
  }
  const user = await findSlackUser(tx, request.user);
  if (user === null) {
    throw new AppError('not_found', `Nobody in the sandbox's Slack is called “${request.user}”.`, {
      hint: 'Use a Slack user id, an email address or a name from GET /sandbox/api/slack.',
    });
  }
  if (message.ephemeralFor !== null && message.ephemeralFor !== user.id) {
    throw new AppError(
      'forbidden',
      'Only the person that this message is shown to can press here.',
    );
  }
  const shown = request.stale ? [...message.blocks, ...message.firstBlocks] : message.blocks;
  const button = buttonsIn(shown).find(({ actionId }) => actionId === request.actionId);
  if (button === undefined) {
    throw new AppError('gone', `The message has no button “${request.actionId}” any more.`, {
      hint: 'Send "stale": true to press it as someone with an old screen would.',
    });
  }
  return { message, button, user };
};

const store = async (
  ctx: SandboxContext,
  { message, button, user }: Pressed,
): Promise<{ readonly interactionId: string; readonly delivery: Delivery }> => {
  const interactionId = newId('press');
  const responseToken = randomSecret(16);
  const payload = interactionPayload({
    message,
    button,
    user,
    responseUrl: `${ctx.httpUrl}/slack/response/${responseToken}`,
    pressedAt: new Date(),
    triggerId: interactionId,
  });
  const delivery = await withTransaction(ctx.pool, async (tx) => {
    await storeInteraction(tx, {
      id: interactionId,
      messageTs: message.ts,
      channelId: message.channelId,
      userId: user.id,
      actionId: button.actionId,
      value: button.value,
      responseToken,
    });
    return storeDelivery(tx, {
      id: newId('deliver'),
      kind: 'interaction',
      subjectId: interactionId,
      body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
    });
  });
  return { interactionId, delivery };
};

/**
 * Presses a button as `user`. The press is stored first, so that it reaches the product even if
 * this process dies now; the answer tells how the first attempt went.
 */
export const pressButton = async (
  ctx: SandboxContext,
  ts: string,
  request: PressRequest,
): Promise<PressResult> => {
  const pressed = await find(ctx, ts, pressRequest.parse(request));
  const { interactionId, delivery } = await store(ctx, pressed);
  await attemptDelivery(ctx, delivery);
  const ack = await readDelivery(txOf(ctx.pool), delivery.id);
  if (ack === null) throw new AppError('gone', 'Everything received was cleared meanwhile.');
  return { interactionId, ack };
};
