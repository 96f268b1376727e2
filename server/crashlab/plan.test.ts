import { describe, expect, it } from 'vitest';
import { statementKind, type Recorded } from './fault.ts';
import { aimsAt, pointsOf, shuffle } from './plan.ts';

const at = (kind: string, ordinal: number, telling: boolean): Recorded => ({
  seam: 'statement',
  kind,
  ordinal,
  telling,
});

describe('the plan of a crash lab', () => {
  it('takes each telling statement, and the first of polls that found nothing', () => {
    const recording = [
      at('a', 1, true),
      at('a', 2, true),
      at('poll', 1, false),
      at('poll', 2, false),
    ];
    expect(pointsOf([recording, recording], new Set())).toEqual([
      { seam: 'statement', kind: 'a', ordinal: 1 },
      { seam: 'statement', kind: 'a', ordinal: 2 },
      { seam: 'statement', kind: 'poll', ordinal: 1 },
    ]);
    expect(pointsOf([recording], new Set(['poll']))).toHaveLength(2);
  });

  it('tries every fault at every point, in an order that the seed gives again', () => {
    const aims = aimsAt(pointsOf([[at('a', 1, true), at('b', 1, true)]], new Set()));
    expect(aims).toHaveLength(12);
    expect(shuffle(aims, 3)).toEqual(shuffle(aims, 3));
    expect(shuffle(aims, 3)).not.toEqual(shuffle(aims, 4));
    expect(new Set(shuffle(aims, 3))).toEqual(new Set(aims));
  });

  it('names statements by their words, and ends of transactions by what they end', () => {
    expect(statementKind('select 1\n  from a -- why\n', '')).toBe('select # from a');
    expect(statementKind('commit', 'update runs')).toBe('commit after: update runs');
    expect(statementKind('begin isolation level read committed read write;', '')).toBe('begin');
  });
});
