import { txOf } from '#server/platform/db.ts';
import type { Service } from '#server/platform/lifecycle.ts';
import { renewEffectLeases, renewStepLeases } from '#server/store/renew-leases.ts';
import { noteWorker } from '#server/store/workers.ts';
import type { RuntimeDeps } from './deps.ts';
import type { HeldLeases } from './held-leases.ts';

/** One beat: one statement for all steps, one for all effects, every quarter of the lease. */
export const beat = async (deps: RuntimeDeps, held: HeldLeases): Promise<void> => {
  const since = performance.now();
  const { leaseSeconds } = deps.tuning;
  const tx = txOf(deps.pool);
  const steps = held.steps();
  held.renewedSteps(steps, await renewStepLeases(tx, steps, leaseSeconds), since);
  const effects = held.effects();
  const sinceEffects = performance.now();
  held.renewedEffects(effects, await renewEffectLeases(tx, effects, leaseSeconds), sinceEffects);
};

/**
 * Renews what the worker holds, and watches by the worker's own clock that renewals come through:
 * the watch is a timer of its own, so that a beat that hangs is noticed.
 */
export const createHeartbeat = (deps: RuntimeDeps, held: HeldLeases, workerId: string): Service => {
  const everyMs = (deps.tuning.leaseSeconds * 1000) / 4;
  let beating: Promise<void> | undefined;
  let timers: NodeJS.Timeout[] = [];
  const once = async (): Promise<void> => {
    try {
      await beat(deps, held);
      await noteWorker(txOf(deps.pool), workerId, 'worker');
    } catch (error) {
      deps.log.warn({ err: error }, 'a heartbeat failed');
    } finally {
      beating = undefined;
    }
  };
  const tick = (): void => {
    beating ??= once();
  };
  return {
    name: 'heartbeat',
    start: async () => {
      tick();
      timers = [
        setInterval(tick, everyMs),
        setInterval(() => held.stopExpiring(performance.now()), everyMs / 4),
      ];
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await beating;
    },
  };
};
