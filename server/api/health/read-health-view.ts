import type { EngineHealth as HealthView } from '#server/api/views/workspace-view.ts';
import type { Pool } from '#server/platform/db.ts';
import { readEngineHealth } from '#server/runtime/engine-health.ts';

/** Seconds of the engine's own measurements, as the page wants them. */
const ms = (seconds: number): number => Math.round(seconds * 1000);

/** The engine's condition, narrowed to one workspace where that makes sense. */
export const readHealthView = async (pool: Pool, orgId: string): Promise<HealthView> => {
  const { invariants, checkedAt, metrics } = await readEngineHealth(pool, orgId);
  return {
    invariants: Object.fromEntries(invariants.map((check) => [check.name, check.count])),
    sentences: Object.fromEntries(invariants.map((check) => [check.name, check.sentence])),
    checkedAt,
    metrics: {
      timerLatenessMs: {
        p50: ms(metrics.timerLatenessP50),
        p95: ms(metrics.timerLatenessP95),
        max: ms(metrics.timerLatenessMax),
      },
      overdueTimers: metrics.overdueTimers,
      oldestOverdueTimerAt:
        metrics.overdueTimers === 0 ? null : new Date(Date.now() - ms(metrics.oldestOverdueTimer)),
      oldestReadySeconds: { ...metrics.oldestReady },
      unsettledEffects: metrics.unsettledEffects,
      effectsInReview: metrics.effectsInReview,
      outboxUnsent: metrics.outboxUnsent,
      outboxLagSeconds: metrics.outboxUnsent === 0 ? null : metrics.outboxLag,
      runsByStatus: { ...metrics.openRuns },
      deadLetters: metrics.deadLetters,
      leaders: metrics.leaders.map(({ job, owner, until }) => ({
        name: job,
        owner,
        leaseUntil: until,
      })),
      workers: metrics.workers.map(({ id, role, seenAt }) => ({ id, role, seenAt })),
      breakers: metrics.breakers.map(({ name, breaker }) => ({ connection: name, state: breaker })),
    },
  };
};
