import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationProblem } from '#server/engine/instant.ts';
import { LENGTH_UNITS, readLength, writeLength } from './duration.ts';

describe('a length of time as people say it', () => {
  it('comes back as it was written, in words that the engine takes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom(...LENGTH_UNITS),
        (amount, unit) => {
          const text = writeLength({ amount, unit });
          expect(durationProblem(text)).toBeNull();
          expect(readLength(text)).toEqual({ amount, unit });
        },
      ),
    );
  });

  it('tells months from minutes', () => {
    expect(readLength('P3M')).toEqual({ amount: 3, unit: 'months' });
    expect(readLength('PT3M')).toEqual({ amount: 3, unit: 'minutes' });
  });

  it('leaves several units, and what is no length, to be edited as written', () => {
    expect(readLength('P1DT12H')).toBeNull();
    expect(readLength('soon')).toBeNull();
  });
});
