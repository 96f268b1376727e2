/**
 * Standard Webhooks signatures, over the bytes as they came: a body that was parsed and written
 * again is another body.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a timestamp may be from now, in either direction. */
export const TOLERANCE_SECONDS = 5 * 60;

const PREFIX = 'whsec_';
const DIGITS = /^\d{1,12}$/;

export type WebhookCheck =
  | { readonly ok: true; readonly messageId: string }
  | { readonly ok: false; readonly why: string; readonly hint: string };

/** `whsec_` and base64 as the standard writes it; any other secret stands for its own bytes. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8');

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const refuse = (why: string, hint: string): WebhookCheck => ({ ok: false, why, hint });

/** Checks id, timestamp and signature; `now` in epoch milliseconds. */
export const verifyWebhook = (
  secret: string,
  headers: Headers,
  body: Uint8Array,
  now: number,
): WebhookCheck => {
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  const signatures = headers.get('webhook-signature');
  if (id === null || id === '' || timestamp === null || signatures === null) {
    return refuse(
      'A signature header is missing.',
      'Send webhook-id, webhook-timestamp and webhook-signature.',
    );
  }
  if (!DIGITS.test(timestamp)) {
    return refuse('The timestamp is not one.', 'Send webhook-timestamp as seconds since 1970.');
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    return refuse(
      'The timestamp is more than five minutes away.',
      'Sign again at every attempt, and check the clock.',
    );
  }
  const expected = createHmac('sha256', keyOf(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');
  for (const part of signatures.split(' ')) {
    const [version, signature] = part.split(',');
    if (version !== 'v1' || signature === undefined) continue;
    // As text: a lenient base64 decoder would take more than one spelling of it.
    if (equal(Buffer.from(signature), Buffer.from(expected))) return { ok: true, messageId: id };
  }
  return refuse(
    'The signature does not fit the body.',
    'Sign exactly the bytes that are sent, with this trigger’s secret.',
  );
};
