import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { sha256Hex } from './digest.ts';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM. `context` (a connection's id, say) is bound into the seal: a sealed value copied
 * into another row does not open there.
 */
export const encrypt = (keyHex: string, plaintext: string, context = ''): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(keyHex, 'hex'), iv);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
};

/** Throws when the key, the context or a single bit is wrong. */
export const decrypt = (keyHex: string, sealed: string, context = ''): string => {
  const [version, text] = sealed.split('.');
  if (version !== VERSION || text === undefined) throw new Error('Unknown seal version.');
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('The sealed value is too short.');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(keyHex, 'hex'),
    bytes.subarray(0, IV_BYTES),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = bytes.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
};

/** Equal in constant time for equal lengths; digests hide the length too. */
export const constantTimeEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(a), 'hex'), Buffer.from(sha256Hex(b), 'hex'));

export const hmacHex = (secret: string, message: string | Uint8Array): string =>
  createHmac('sha256', secret).update(message).digest('hex');

/** `payload.expiry.signature`, url-safe: for buttons and links that act for a while only. */
export const signToken = (secret: string, payload: string, expiresAt: Date): string => {
  const body = `${Buffer.from(payload).toString('base64url')}.${expiresAt.getTime().toString(36)}`;
  return `${body}.${hmacHex(secret, body)}`;
};

export type TokenReading =
  | { readonly kind: 'valid'; readonly payload: string; readonly expiresAt: Date }
  | { readonly kind: 'expired'; readonly payload: string; readonly expiresAt: Date }
  | { readonly kind: 'invalid' };

export const readToken = (secret: string, token: string, now: Date): TokenReading => {
  const [payload, expiry, signature, ...rest] = token.split('.');
  if (payload === undefined || expiry === undefined || signature === undefined || rest.length > 0) {
    return { kind: 'invalid' };
  }
  if (!constantTimeEqual(signature, hmacHex(secret, `${payload}.${expiry}`))) {
    return { kind: 'invalid' };
  }
  const reading = {
    payload: Buffer.from(payload, 'base64url').toString('utf8'),
    expiresAt: new Date(Number.parseInt(expiry, 36)),
  };
  return { kind: now < reading.expiresAt ? 'valid' : 'expired', ...reading };
};

export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString('hex');
