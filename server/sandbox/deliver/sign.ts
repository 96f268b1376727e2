import { Webhook } from 'standardwebhooks';
import { hmacHex } from '#server/platform/crypto.ts';

/** Slack's v0 signature over exactly these bytes. */
export const signSlackRequest = (
  secret: string,
  body: string,
  now: Date,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${hmacHex(secret, `v0:${timestamp}:${body}`)}`,
  };
};

/**
 * Standard Webhooks headers. The secret's own bytes are the key unless it is written in the
 * standard's form (`whsec_` and base64).
 */
export const signWebhook = (
  secret: string,
  id: string,
  body: string,
  now: Date,
): Readonly<Record<string, string>> => {
  const webhook = secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': webhook.sign(id, now, body),
  };
};
