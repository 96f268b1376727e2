import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, digest, sha256Hex } from './digest.ts';

test('key order does not matter, array order does', () => {
  expect(digest({ a: 1, b: [1, 2] })).toBe(digest({ b: [1, 2], a: 1 }));
  expect(digest([1, 2])).not.toBe(digest([2, 1]));
});

test('the digest is the sha256 of the canonical text', () => {
  expect(digest({ b: 1, a: 'ü' })).toBe(sha256Hex('{"a":"ü","b":1}'));
});

test('values that JSON tells apart have different canonical texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('what is not JSON has no digest', () => {
  expect(() => digest(undefined)).toThrow(TypeError);
});
