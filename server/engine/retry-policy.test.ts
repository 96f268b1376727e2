import { describe, expect, it } from 'vitest';
import { decideRetry, retryPolicy } from './retry-policy.ts';

const delay = (...args: Parameters<typeof decideRetry>) => {
  const decision = decideRetry(...args);
  return decision.kind === 'retry' ? decision.delayMs : decision.kind;
};

describe('S4.2 retries', () => {
  it('double from one second to five minutes, spread over the whole interval', () => {
    const ceilings = [1, 2, 3, 4, 5, 6, 7].map((attempt) =>
      delay('io', attempt, 1 - Number.EPSILON),
    );
    expect(ceilings).toEqual([999, 1999, 3999, 7999, 15999, 31999, 63999]);
    expect(delay('io', 5, 0)).toBe(0);
    expect(delay('io', 5, 0.5)).toBe(8000);
    expect(delay('io', 8, 0.5)).toBe('exhausted');
  });

  it("a provider's Retry-After wins, up to a day", () => {
    expect(decideRetry('io', 1, 0.5, 7)).toEqual({
      kind: 'retry',
      delayMs: 7000,
      retryAfter: true,
    });
    expect(delay('io', 1, 0.5, 86_400)).toBe(86_400_000);
    expect(delay('io', 1, 0.5, 86_401)).toBe('park');
    expect(delay('io', 1, 0.5, Infinity)).toBe('park');
  });

  it('a Retry-After that is no length of time is ignored', () => {
    expect(delay('io', 1, 0.5, Number.NaN)).toBe(500);
    expect(delay('io', 1, 0.5, -5)).toBe(500);
  });

  it('S4.1 S4.5 S12.1 slow work is retried twice at most, fast work at once, people not at all', () => {
    expect(retryPolicy('slow').maxAttempts).toBe(3);
    expect(delay('slow', 3, 0.5)).toBe('exhausted');
    expect(delay('fast', 1, 0.9)).toBe(0);
    expect(delay('fast', 4, 0.9)).toBe('exhausted');
    expect(delay('human', 1, 0.9)).toBe('exhausted');
  });
});
