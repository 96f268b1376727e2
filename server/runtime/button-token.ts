/** The value of a button in Slack: signed, short-lived, bound to one request for one text. */
import { readToken, signToken } from '#server/platform/crypto.ts';
import { buttonTokenSchema, type ButtonToken } from '#server/steps/approval/button-token.ts';

/** What `ExecuteContext.signToken` is: `expiresAt` in epoch milliseconds. */
export const buttonSigner =
  (secret: string) =>
  (payload: Readonly<Record<string, unknown>>, expiresAt: number): string =>
    signToken(secret, JSON.stringify(payload), new Date(expiresAt));

export type ButtonReading =
  | { readonly kind: 'valid' | 'expired'; readonly token: ButtonToken }
  | { readonly kind: 'invalid' };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Reads a pressed button. `invalid` says nothing of why: whoever forges one learns nothing. */
export const readButton = (secret: string, value: string, now: Date): ButtonReading => {
  const reading = readToken(secret, value, now);
  if (reading.kind === 'invalid') return reading;
  const token = buttonTokenSchema.safeParse(parse(reading.payload));
  return token.success ? { kind: reading.kind, token: token.data } : { kind: 'invalid' };
};
