/**
 * Slack's interactions through Bolt: the signature over the raw body and its five minutes are the
 * receiver's; a press is stored, then Slack is answered, then it is worked. What happens after the
 * answer may be cut off: the stored row is the way forward.
 */
import { App, LogLevel, type Logger } from '@slack/bolt';
import { createHandler, VercelReceiver } from '@vercel/slack-bolt';
import type { AppServices } from '#server/api/app-services.ts';
import { messageOf } from '#server/platform/errors.ts';
import { logFor } from '#server/platform/log.ts';
import { APPROVE_ACTION, REJECT_ACTION } from '#server/steps/approval/button-token.ts';
import { tellClicker, workSlackPress } from '#server/runtime/work-slack-press.ts';
import { readPress } from './read-press.ts';
import { takePress } from './take-press.ts';

const log = logFor('slack');

/** Bolt logs payloads; only its sentences are kept. */
const boltLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (...words: unknown[]) => log.warn(words.map(messageOf).join(' ').slice(0, 300)),
  error: (...words: unknown[]) => log.warn(words.map(messageOf).join(' ').slice(0, 300)),
  setLevel: () => undefined,
  getLevel: () => LogLevel.WARN,
  setName: () => undefined,
};

const NOT_OURS =
  'This button is not valid. Open the run in Holdfast, or ask for the approval there again.';

const handlePress = async (
  services: AppServices,
  body: unknown,
  ack: () => Promise<void>,
): Promise<void> => {
  const press = readPress(body);
  if (press === null) {
    await ack();
    return;
  }
  const taken = await takePress(services, press);
  await ack();
  if (taken.kind === 'not_ours') {
    await tellClicker(services.deps, press.responseUrl, NOT_OURS);
    return;
  }
  if (taken.kind === 'known') return;
  try {
    await workSlackPress(services.deps, taken.press);
  } catch (error) {
    log.warn({ press: taken.press.id, reason: messageOf(error) }, 'a press is left to the sweep');
  }
};

/** The handler of `POST /slack/interactions`. */
export const createSlackHandler = (
  services: AppServices,
): ((request: Request) => Promise<Response>) => {
  const receiver = new VercelReceiver({
    signingSecret: services.secrets.slackSigningSecret,
    logger: boltLogger,
  });
  const app = new App({
    receiver,
    logger: boltLogger,
    deferInitialization: true,
    // Presses carry their own authority; no call is made as the app at this point.
    authorize: async () => ({ botId: 'holdfast', botUserId: 'holdfast' }),
  });
  for (const action of [APPROVE_ACTION, REJECT_ACTION]) {
    app.action(action, async ({ ack, body }) => handlePress(services, body, async () => ack()));
  }
  return createHandler(app, receiver);
};
