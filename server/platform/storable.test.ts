import { describe, expect, it } from 'vitest';
import { isStorableText, storable } from './storable.ts';

describe('what jsonb can hold', () => {
  it('is made of what a provider has answered, in keys as well as in values', () => {
    expect(storable({ 'k\u0000': ['a\u0000b', '\ud800'], n: 1, ok: true, no: null })).toEqual({
      k: ['ab', '\ufffd'],
      n: 1,
      ok: true,
      no: null,
    });
  });

  it('is left as it is where nothing is wrong with it', () => {
    const value = { a: ['😀', 'שלום', { b: 'x' }] };
    expect(storable(value)).toEqual(value);
    expect(['😀', 'שלום', 'a\u0000', '\udc00x'].map(isStorableText)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('has a bottom', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 1000; i += 1) deep = [deep];
    expect(JSON.stringify(storable(deep))).toBe(`${'['.repeat(100)}null${']'.repeat(100)}`);
  });
});
