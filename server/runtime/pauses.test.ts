import { describe, expect, it } from 'vitest';
import { createPauses } from './pauses.ts';

describe('pauses after failures', () => {
  it('double from two seconds to five minutes, and end with the first success', () => {
    const pauses = createPauses();
    let now = 0;
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      pauses.failed('a', now);
      expect(pauses.resting(now + seconds * 1000 - 1)).toEqual(['a']);
      now += seconds * 1000;
      expect(pauses.resting(now)).toEqual([]);
    }
    pauses.worked('a');
    pauses.failed('a', now);
    expect(pauses.resting(now + 2_000)).toEqual([]);
  });

  it('are forgotten when nobody asks about them any more', () => {
    const pauses = createPauses();
    for (let i = 0; i < 8; i += 1) pauses.failed('a', 0);
    pauses.resting(10 * 60_000 + 1);
    pauses.failed('a', 20 * 60_000);
    expect(pauses.resting(20 * 60_000 + 2_000)).toEqual([]);
  });

  it('are bounded in number: the one that failed longest ago is forgotten first', () => {
    const pauses = createPauses(2);
    pauses.failed('a', 0);
    pauses.failed('b', 0);
    pauses.failed('a', 1);
    pauses.failed('c', 2);
    expect(pauses.resting(3)).toEqual(['a', 'c']);
  });
});
