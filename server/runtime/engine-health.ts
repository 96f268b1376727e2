import type { Pool } from '#server/platform/db.ts';
import type { InvariantCheck } from './check-invariants.ts';

export interface EngineMetrics {
  /** Seconds late of timers fired in the last hour. */
  readonly timerLatenessP50: number;
  readonly timerLatenessP95: number;
  readonly timerLatenessMax: number;
  readonly overdueTimers: number;
  /** Seconds. */
  readonly oldestOverdueTimer: number;
  /** Seconds, by lane. */
  readonly oldestReady: Readonly<Record<string, number>>;
  readonly readySteps: Readonly<Record<string, number>>;
  readonly runningSteps: Readonly<Record<string, number>>;
  readonly unsettledEffects: number;
  readonly effectsInReview: number;
  readonly runsWithoutWayForward: number;
  readonly outboxUnsent: number;
  /** Seconds. */
  readonly outboxLag: number;
  readonly leaders: readonly { readonly job: string; readonly owner: string; readonly until: Date }[];
  readonly workers: readonly { readonly id: string; readonly role: string; readonly seenAt: Date; readonly alive: boolean }[];
  readonly breakers: readonly { readonly connectionId: string; readonly name: string; readonly health: string; readonly breaker: string }[];
  readonly deadLetters: number;
  readonly openRuns: Readonly<Record<string, number>>;
}

export interface EngineHealth {
  readonly invariants: readonly InvariantCheck[];
  readonly metrics: EngineMetrics;
}

/** Everything for the health page; `orgId` narrows connections, reviews and runs to a workspace. */
export const readEngineHealth = async (_pool: Pool, _orgId?: string): Promise<EngineHealth> => {
  throw new Error('Being written.');
};
