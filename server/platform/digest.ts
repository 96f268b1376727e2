import { createHash } from 'node:crypto';

/** sha256 in hex of text or bytes, as they are. */
export const sha256Hex = (input: string | Uint8Array): string =>
  createHash('sha256').update(input).digest('hex');
