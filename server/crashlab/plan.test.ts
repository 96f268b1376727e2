import { describe, expect, it } from 'vitest';
import { FAULTS, statementKind, type Recorded } from './fault.ts';
import { aimsAt, idleOf, pointsOf, shuffle, upTo } from './plan.ts';

const at = (kind: string, ordinal: number, answer: string): Recorded => ({
  seam: 'statement',
  kind,
  ordinal,
  answer,
});

describe('the plan of a crash lab', () => {
  it('takes each telling statement, and the first of polls that found what they find at rest', () => {
    const idle = idleOf([at('claim', 1, 'no steps')]);
    const recording = [
      at('a', 1, 'rows'),
      at('a', 2, 'rows'),
      at('poll', 1, ''),
      at('poll', 2, ''),
      at('claim', 1, 'no steps'),
      at('claim', 2, 'no steps'),
      at('claim', 3, 'a step'),
    ];
    const names = pointsOf([recording], idle).map(({ kind, ordinal }) => `${kind} ${ordinal}`);
    expect(names).toEqual(['a 1', 'a 2', 'poll 1', 'claim 1', 'claim 3']);
  });

  it('leaves out what comes after the last telling statement about a part', () => {
    const recording = [at('update batch', 1, 'a row'), at('a', 1, 'x'), at('update batch', 2, '')];
    expect(upTo(recording, 'batch', new Set()).map(({ kind }) => kind)).toEqual(['update batch']);
  });

  it('takes every begin, for it tells nothing of whose transaction it is', () => {
    const begins = [at('begin', 1, 'x'), at('begin', 2, 'x')];
    expect(pointsOf([begins], idleOf(begins))).toHaveLength(2);
  });

  it('calls a point rare that came up in one recording only', () => {
    const often = at('a', 1, 'rows');
    const once = at('b', 1, 'rows');
    const points = pointsOf([[often], [often, once], [often]], new Set());
    expect(points.map(({ kind, rare }) => [kind, rare])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  it('tries every fault at every point, in an order that the seed gives again', () => {
    const aims = aimsAt(pointsOf([[at('a', 1, 'x'), at('b', 1, 'x')]], new Set()));
    expect(aims).toHaveLength(12);
    expect(shuffle(aims, 3)).toEqual(shuffle(aims, 3));
    expect(shuffle(aims, 3)).not.toEqual(shuffle(aims, 4));
    expect(new Set(shuffle(aims, 3))).toEqual(new Set(aims));
  });

  it('tries faults that only a poll meets in one scenario, and all others in each', () => {
    const poll = at('poll', 1, '');
    const points = pointsOf([[at('a', 1, 'x'), poll]], idleOf([poll, at('begin', 1, 'x')]));
    const spared = aimsAt(points, FAULTS, new Set(['a', 'poll']));
    const faultsAt = (kind: string): readonly string[] =>
      spared.filter(({ point }) => point.kind === kind).map(({ fault }) => fault);
    expect(faultsAt('a')).toEqual(FAULTS);
    expect(faultsAt('poll')).toEqual(['kill-before', 'kill-after', 'hang']);
  });

  it('names statements by their words, and ends of transactions by what they end', () => {
    expect(statementKind('select 1\n  from a -- why\n', '')).toBe('select # from a');
    expect(statementKind('commit', 'update runs')).toBe('commit after: update runs');
    expect(statementKind('begin isolation level read committed read write;', '')).toBe('begin');
  });
});
