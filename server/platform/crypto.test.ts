import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  constantTimeEqual,
  decrypt,
  encrypt,
  randomSecret,
  readToken,
  signToken,
} from './crypto.ts';

const KEY = randomSecret();

describe('sealed credentials', () => {
  test('open with the same key and context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(text.isWellFormed());
        expect(decrypt(KEY, encrypt(KEY, text, 'con_1'), 'con_1')).toBe(text);
      }),
    );
  });

  test('never look the same twice', () => {
    expect(encrypt(KEY, 'secret')).not.toBe(encrypt(KEY, 'secret'));
  });

  test('stay shut for another key, another row, or a changed byte', () => {
    const sealed = encrypt(KEY, 'secret', 'con_1');
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => decrypt(randomSecret(), sealed, 'con_1')).toThrow();
    expect(() => decrypt(KEY, sealed, 'con_2')).toThrow();
    expect(() => decrypt(KEY, changed, 'con_1')).toThrow();
    expect(() => decrypt(KEY, 'v1.AAAA', 'con_1')).toThrow();
    expect(() => decrypt(KEY, 'v9.AAAA', 'con_1')).toThrow();
  });
});

describe('tokens', () => {
  const until = new Date('2027-01-01T00:00:00Z');
  const before = new Date('2026-12-31T23:59:59Z');

  test('are valid until their time, then expired', () => {
    const token = signToken(KEY, 'approval:1', until);
    expect(readToken(KEY, token, before)).toEqual({
      kind: 'valid',
      payload: 'approval:1',
      expiresAt: until,
    });
    expect(readToken(KEY, token, until)).toMatchObject({ kind: 'expired' });
  });

  test('are invalid when anything about them was changed', () => {
    const token = signToken(KEY, 'approval:1', until);
    const [payload, expiry, signature] = token.split('.');
    const longer = `${payload}.${(Number.MAX_SAFE_INTEGER).toString(36)}.${signature}`;
    for (const forged of [longer, `${payload}.${expiry}`, `${token}.x`, '', `${token}0`]) {
      expect(readToken(KEY, forged, before)).toEqual({ kind: 'invalid' });
    }
    expect(readToken(randomSecret(), token, before)).toEqual({ kind: 'invalid' });
  });
});

test('constant-time comparison also answers for different lengths', () => {
  expect(constantTimeEqual('abc', 'abc')).toBe(true);
  expect(constantTimeEqual('abc', 'abcd')).toBe(false);
  expect(constantTimeEqual('', 'a')).toBe(false);
});
