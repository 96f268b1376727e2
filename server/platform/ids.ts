import { randomBytes } from 'node:crypto';

/** Crockford's base32, lower case: no i, l, o, u, so that an id survives being read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 18;
const RANDOM_BITS = 40n;

const spell = (prefix: string, number: bigint): string => {
  let bits = number;
  let text = '';
  for (let i = 0; i < LENGTH; i += 1) {
    text = (ALPHABET[Number(bits & 31n)] ?? '') + text;
    bits >>= 5n;
  }
  return `${prefix}_${text}`;
};

/** `run_06d…`: 48 bits of milliseconds, then 40 random bits; sorts by creation time. */
export const newId = (prefix: string): string => {
  const bytes = Buffer.alloc(11);
  bytes.writeUIntBE(Date.now(), 0, 6);
  randomBytes(5).copy(bytes, 6);
  return spell(prefix, BigInt(`0x${bytes.toString('hex')}`));
};

/**
 * The smallest id that could have been made at that moment: ids sort by time, so a range of the
 * primary key is a range of time and needs no index of its own. Real time, never `engine_now()`.
 */
export const idFloor = (prefix: string, at: Date): string =>
  spell(prefix, BigInt(at.getTime()) << RANDOM_BITS);

/** The instant baked into an id, for ordering and debugging only. */
export const timeOfId = (id: string): Date => {
  const text = id.slice(id.lastIndexOf('_') + 1);
  let bits = 0n;
  for (const char of text) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(char));
  return new Date(Number(bits >> RANDOM_BITS));
};

/** RFC 9562 version 7, for where a real uuid is wanted (outbox and job ids). */
export const uuidv7 = (): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
