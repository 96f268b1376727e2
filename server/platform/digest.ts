import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** sha256 in hex of text or bytes, as they are. */
export const sha256Hex = (input: string | Uint8Array): string =>
  createHash('sha256').update(input).digest('hex');

/** RFC 8785: one spelling per JSON value, whatever order its keys arrived in. */
export const canonicalJson = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Only JSON values have a canonical form.');
  return text;
};

/** The name of a JSON value: equal values, and only those, share it. */
export const digest = (value: unknown): string => sha256Hex(canonicalJson(value));
