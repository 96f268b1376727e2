import { z } from 'zod';
import { sha256Hex } from '#server/platform/digest.ts';

/** The part of Slack's `block_actions` that we read. */
const payloadSchema = z.object({
  user: z.object({ id: z.string().min(1) }),
  response_url: z.url({ protocol: /^https?$/ }).optional(),
  actions: z
    .array(z.object({ action_id: z.string(), value: z.string().optional(), action_ts: z.string() }))
    .min(1),
});

export interface ReadPress {
  readonly slackUserId: string;
  readonly responseUrl: string | null;
  /** The button's value. */
  readonly value: string;
  /** The same for each of Slack's retries of one press, another for the next press. */
  readonly identity: string;
}

/** Null for what is no press of a button with a value. */
export const readPress = (body: unknown): ReadPress | null => {
  const parsed = payloadSchema.safeParse(body);
  const action = parsed.data?.actions[0];
  if (parsed.data === undefined || action?.value === undefined) return null;
  const { user, response_url: responseUrl } = parsed.data;
  return {
    slackUserId: user.id,
    responseUrl: responseUrl ?? null,
    value: action.value,
    identity: sha256Hex(`${user.id}\n${action.action_ts}\n${action.value}`),
  };
};
