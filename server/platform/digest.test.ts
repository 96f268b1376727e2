import { expect, test } from 'vitest';
import { sha256Hex } from './digest.ts';

test('text and its UTF-8 bytes have one digest, the one that everybody computes', () => {
  expect(sha256Hex('\u00fc')).toBe(sha256Hex(new TextEncoder().encode('\u00fc')));
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
