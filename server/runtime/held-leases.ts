/**
 * What this worker holds, and until when by its own monotonic clock.
 *
 *   held ──renewed──► held      the database extended it
 *     ├──taken──► lost          the database no longer knows this token: someone else has it
 *     ├──expiring──► lost       no renewal came through in time: stop before the lease ends
 *     └──released               the work ended
 *
 * The database's clock is the authority on leases; ours only makes us stop sooner. `since` is
 * taken before a statement is sent, so our end is never later than the database's.
 */
import type { HeldEffect, HeldStep, Renewal } from '#server/store/renew-leases.ts';

export type LostReason = 'lease_lost' | 'shutdown';

interface Held<T> {
  readonly held: T;
  readonly abort: AbortController;
  /** Monotonic milliseconds. */
  endsAt: number;
}

export interface HeldLeases {
  holdStep(step: HeldStep, since: number): AbortSignal;
  releaseStep(step: HeldStep): void;
  /** The answer says whether the effect is still ours to call for, by the clock of this moment. */
  holdEffect(effect: HeldEffect, since: number, abort: AbortController): () => boolean;
  releaseEffect(effect: HeldEffect): void;
  steps(): readonly HeldStep[];
  effects(): readonly HeldEffect[];
  /** After a beat: who was extended lives on; who is neither that nor busy is stopped. */
  renewedSteps(asked: readonly HeldStep[], renewal: Renewal<number>, since: number): void;
  renewedEffects(asked: readonly HeldEffect[], renewal: Renewal<string>, since: number): void;
  /** Stops what ends within the margin. */
  stopExpiring(now: number): void;
  stopAll(reason: LostReason): void;
}

export const createHeldLeases = (leaseSeconds: number): HeldLeases => {
  const steps = new Map<string, Held<HeldStep>>();
  const effects = new Map<string, Held<HeldEffect>>();
  const leaseMs = leaseSeconds * 1000;
  const margin = leaseMs / 10;
  const stepKey = (step: HeldStep): string => `${step.id}#${step.token}`;
  const effectKey = (effect: HeldEffect): string => `${effect.key}#${effect.token}`;
  const all = (): readonly Held<unknown>[] => [...steps.values(), ...effects.values()];

  const renewed = <T>(entry: Held<T> | undefined, extended: boolean, since: number): void => {
    if (entry === undefined) return;
    if (extended) entry.endsAt = since + leaseMs;
    else entry.abort.abort('lease_lost' satisfies LostReason);
  };

  return {
    holdStep: (held, since) => {
      const abort = new AbortController();
      steps.set(stepKey(held), { held, abort, endsAt: since + leaseMs });
      return abort.signal;
    },
    releaseStep: (step) => void steps.delete(stepKey(step)),
    holdEffect: (held, since, abort) => {
      const entry = { held, abort, endsAt: since + leaseMs };
      effects.set(effectKey(held), entry);
      return () => !abort.signal.aborted && performance.now() < entry.endsAt - margin;
    },
    releaseEffect: (effect) => void effects.delete(effectKey(effect)),
    steps: () => [...steps.values()].map((entry) => entry.held),
    effects: () => [...effects.values()].map((entry) => entry.held),
    renewedSteps: (asked, { extended, busy }, since) => {
      for (const step of asked) {
        if (busy.has(step.id)) continue;
        renewed(steps.get(stepKey(step)), extended.has(step.id), since);
      }
    },
    renewedEffects: (asked, { extended, busy }, since) => {
      for (const effect of asked) {
        if (busy.has(effect.key)) continue;
        renewed(effects.get(effectKey(effect)), extended.has(effect.key), since);
      }
    },
    stopExpiring: (now) => {
      for (const entry of all()) {
        if (entry.endsAt - margin <= now) entry.abort.abort('lease_lost' satisfies LostReason);
      }
    },
    stopAll: (reason) => {
      for (const entry of all()) entry.abort.abort(reason);
    },
  };
};
