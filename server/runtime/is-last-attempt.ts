import { retryPolicy } from '#server/engine/retry-policy.ts';
import type { Lane } from '#server/engine/state.ts';

/** Whether a failure of this attempt is the step's last in its lane. */
export const isLastAttempt = (lane: Lane, attempt: number): boolean =>
  attempt >= retryPolicy(lane).maxAttempts;
