import { storable } from '#server/platform/storable.ts';
import { describe, expect, it } from 'vitest';
import { assertStorable } from './assert-storable.ts';

describe('what jsonb can hold', () => {
  it('is taken from callers as it is, emoji and right-to-left text included', () => {
    expect(() => assertStorable({ a: ['😀', 'שלום', 1, null, { b: 'x' }] }, 'input')).not.toThrow();
  });

  it('is refused from callers where it cannot be, in keys as well as in values', () => {
    for (const bad of [{ a: 'x\u0000' }, { 'k\u0000': 1 }, [['\ud800']], { a: { b: '\udc00x' } }]) {
      expect(() => assertStorable(bad, 'input')).toThrow('cannot be stored');
    }
  });

  it('is refused from callers where it has no bottom', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(() => assertStorable(deep, 'input')).toThrow('nested more deeply');
  });

  it('is repaired in what a provider has answered, for that has happened', () => {
    const repaired = storable({ 'k\u0000': ['a\u0000b', '\ud800'], n: 1, ok: true });
    expect(repaired).toEqual({ k: ['ab', '\ufffd'], n: 1, ok: true });
    expect(() => assertStorable(repaired, 'output')).not.toThrow();
  });
});
