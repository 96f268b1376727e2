import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestChange } from './smallest-change.ts';

describe('a text that changes from outside', () => {
  it('becomes the other text by one replacement that touches nothing else', () => {
    const text = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', ' ') });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const nothing = { from: 0, to: 0, insert: '' };
        const { from, to, insert } = smallestChange(before, after) ?? nothing;
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
        expect(before[from] === insert[0] && from < to && insert !== '').toBe(false);
      }),
    );
  });

  it('leaves what stands before and after where it is', () => {
    expect(smallestChange('Hello Maya, hi', 'Hello Sam, hi')).toEqual({
      from: 6,
      to: 10,
      insert: 'Sam',
    });
  });
});
