import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('the canonical form of JSON', () => {
  it('agrees with another implementation of RFC 8785 on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('sorts keys by UTF-16 code units', () => {
    expect(
      canonicalJson({
        '\u20ac': 1,
        '\r': 2,
        '\ufb33': 3,
        '1': 4,
        '\u{1f600}': 5,
        '\u0080': 6,
        '\u00f6': 7,
      }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}');
  });

  it('writes numbers as the RFC does', () => {
    expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0, 1e21])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0,1e+21]',
    );
  });

  it('keeps keys named like object internals, and gives lone surrogates a form', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"constructor":2}'))).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    );
    expect(canonicalJson('\ud800')).toBe('"\\ud800"');
  });

  it('leaves undefined members out and refuses what is no JSON', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
    for (const bad of [Number.NaN, Infinity, undefined, 1n, () => 1, Symbol('x')]) {
      expect(() => canonicalJson(bad)).toThrow(TypeError);
    }
  });

  it('refuses a value that is nested to exhaust the stack', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(() => canonicalJson(deep)).toThrow(/nested/);
  });
});
