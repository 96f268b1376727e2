import type { Lane } from './state.ts';

/** How a lane retries. Delays in milliseconds, attempts counted with the first. */
export interface RetryPolicy {
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly capMs: number;
}

const POLICIES: ReadonlyMap<Lane, RetryPolicy> = new Map<Lane, RetryPolicy>([
  // In our own database: what fails there is gone at once or stays.
  ['fast', { maxAttempts: 4, baseMs: 0, capMs: 0 }],
  ['io', { maxAttempts: 8, baseMs: 1_000, capMs: 300_000 }],
  // Each attempt costs money: two retries at most.
  ['slow', { maxAttempts: 3, baseMs: 2_000, capMs: 60_000 }],
  ['human', { maxAttempts: 1, baseMs: 0, capMs: 0 }],
]);

/** Beyond this a provider's Retry-After is no pause but a state that a person should see. */
export const LONGEST_RETRY_AFTER_SECONDS = 24 * 60 * 60;

export type RetryDecision =
  | { kind: 'retry'; delayMs: number; retryAfter: boolean }
  | { kind: 'exhausted' }
  | { kind: 'park' };

export function retryPolicy(lane: Lane): RetryPolicy {
  return POLICIES.get(lane) ?? { maxAttempts: 1, baseMs: 0, capMs: 0 };
}

/**
 * What follows a retryable failure of the given attempt (1 for the first). `random` in [0, 1)
 * spreads the delay over the whole interval (full jitter), so that runs that failed together do
 * not come back together. A provider's own Retry-After wins over it; one that is no length of
 * time (negative, NaN) is ignored.
 */
export function decideRetry(
  lane: Lane,
  attempt: number,
  random: number,
  retryAfterSeconds?: number,
): RetryDecision {
  const policy = retryPolicy(lane);
  if (attempt >= policy.maxAttempts) return { kind: 'exhausted' };
  if (retryAfterSeconds !== undefined && retryAfterSeconds >= 0) {
    if (retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS) return { kind: 'park' };
    return { kind: 'retry', delayMs: Math.ceil(retryAfterSeconds * 1000), retryAfter: true };
  }
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** Math.max(0, attempt - 1));
  return { kind: 'retry', delayMs: Math.floor(random * ceiling), retryAfter: false };
}
