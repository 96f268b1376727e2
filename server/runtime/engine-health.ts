import { txOf, type Pool } from '#server/platform/db.ts';
import {
  readBacklogs,
  readLateness,
  readLeaders,
  readOpenRuns,
  readWorkers,
  type Backlogs,
  type Lateness,
  type Leader,
  type WorkerSeen,
} from '#server/store/engine-health.ts';
import { readConnectionStates, type ConnectionState } from '#server/store/connection-states.ts';
import { readChecks, type InvariantCheck } from './check-invariants.ts';

export interface EngineMetrics extends Lateness, Backlogs {
  /** Rows that break an invariant, over all of them. */
  readonly runsWithoutWayForward: number;
  readonly leaders: readonly Leader[];
  readonly workers: readonly WorkerSeen[];
  readonly breakers: readonly ConnectionState[];
  readonly openRuns: Readonly<Record<string, number>>;
}

export interface EngineHealth {
  readonly invariants: readonly InvariantCheck[];
  /** Since when every invariant has been looked at. */
  readonly checkedAt: Date;
  readonly metrics: EngineMetrics;
}

/**
 * Everything for the health page; `orgId` narrows connections, reviews and runs to a workspace. The
 * invariants are as the sweeper last found them; the rest is read now, and bounded.
 */
export const readEngineHealth = async (pool: Pool, orgId?: string): Promise<EngineHealth> => {
  const tx = txOf(pool);
  const org = orgId ?? null;
  const invariants = await readChecks(pool);
  const [lateness, backlogs, leaders, workers, breakers, openRuns] = await Promise.all([
    readLateness(tx),
    readBacklogs(tx, org),
    readLeaders(tx),
    readWorkers(tx),
    readConnectionStates(tx, org),
    readOpenRuns(tx, org),
  ]);
  const broken = invariants.reduce((sum, check) => sum + check.count, 0);
  const oldest = Math.min(...invariants.map(({ at }) => at.getTime()));
  return {
    invariants,
    checkedAt: new Date(oldest),
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
