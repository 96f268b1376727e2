import { describe, expect, it } from 'vitest';
import { notStruck, tableOf, tally, type Trial } from './tally.ts';

interface Told {
  readonly reached?: boolean;
  readonly rare?: boolean;
  readonly lost?: readonly string[];
  readonly doubled?: readonly string[];
  readonly reviews?: number;
}

const trial = (scenario: string, told: Told = {}): Trial => ({
  scenario,
  aim: { point: { seam: 'statement', kind: 'a', ordinal: 1 }, fault: 'throw' },
  rare: told.rare ?? false,
  attempts: 1,
  result: {
    reached: told.reached ?? true,
    lost: told.lost ?? [],
    doubled: told.doubled ?? [],
    log: [],
    reviews: told.reviews ?? 0,
    parked: 0,
    ms: 1,
    points: [],
  },
});

describe('the tables of the crash lab', () => {
  it('count what was struck, and call recovered only what lost and doubled nothing', () => {
    const trials = [
      trial('demo', { reviews: 1 }),
      trial('demo', { lost: ['a run'] }),
      trial('loop', { doubled: ['an email'] }),
      trial('loop', { reached: false }),
    ];
    const rows = tally(trials, ['demo', 'loop'], ({ scenario }) => scenario);
    expect(tableOf('scenario', rows).split('\n').slice(2)).toEqual([
      '| demo | 2 | 1 | 1 | 0 | 1 |',
      '| loop | 1 | 0 | 0 | 1 | 0 |',
      '| **all** | 3 | 1 | 1 | 1 | 1 |',
    ]);
  });

  it('name every point that was not struck, unless it came up in one recording only', () => {
    const passed = trial('demo', { reached: false });
    const trials = [passed, trial('demo'), trial('demo', { reached: false, rare: true })];
    expect(notStruck(trials)).toEqual([passed]);
  });
});
