import { txOf, type Pool } from '#server/platform/db.ts';
import {
  readBacklogs,
  readLateness,
  readLeaders,
  readOpenRuns,
  readWorkers,
  type Leader,
  type WorkerSeen,
} from '#server/store/engine-health.ts';
import { readConnectionStates, type ConnectionState } from '#server/store/connection-states.ts';
import { checkInvariants, type InvariantCheck } from './check-invariants.ts';

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
  readonly leaders: readonly Leader[];
  readonly workers: readonly WorkerSeen[];
  readonly breakers: readonly ConnectionState[];
  readonly deadLetters: number;
  readonly openRuns: Readonly<Record<string, number>>;
}

export interface EngineHealth {
  readonly invariants: readonly InvariantCheck[];
  readonly metrics: EngineMetrics;
}

/** Everything for the health page; `orgId` narrows connections, reviews and runs to a workspace. */
export const readEngineHealth = async (pool: Pool, orgId?: string): Promise<EngineHealth> => {
  const tx = txOf(pool);
  const org = orgId ?? null;
  const invariants = await checkInvariants(pool);
  const [lateness, backlogs, leaders, workers, breakers, openRuns] = await Promise.all([
    readLateness(tx),
    readBacklogs(tx, org),
    readLeaders(tx),
    readWorkers(tx),
    readConnectionStates(tx, org),
    readOpenRuns(tx, org),
  ]);
  const broken = invariants.reduce((sum, check) => sum + check.count, 0);
  return {
    invariants,
    metrics: {
      ...lateness,
      ...backlogs,
      runsWithoutWayForward: broken,
      leaders,
      workers,
      breakers,
      openRuns,
    },
  };
};
