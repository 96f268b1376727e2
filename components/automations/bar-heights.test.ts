import { describe, expect, it } from 'vitest';
import { barHeights } from './bar-heights.ts';

describe('the bars of the last 14 days', () => {
  it('reach full height at the busiest day and keep a line on empty ones', () => {
    expect(barHeights([0, 5, 10], 24)).toEqual([1, 12, 24]);
  });

  it('keep one run visible beside thousands', () => {
    expect(barHeights([1, 5000], 24)).toEqual([3, 24]);
  });

  it('draw lines where nothing ever started', () => {
    expect(barHeights([0, 0], 24)).toEqual([1, 1]);
  });
});
