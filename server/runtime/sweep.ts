/**
 * Sweeps look for what was left behind. Each is a service of its own with a leader lease of its
 * own, named `sweep:<name>`:
 *
 *   follower ──lease free or lapsed──► leader ──renewed by each round──► leader
 *      ▲                                  └──stopped (released) or silent for three rounds──┐
 *      └────────────────────────────────────────────────────────────────────────────────────┘
 *
 * The lease is authoritative for nothing but who does the work: every sweep stays right when two
 * do it at once.
 */
import { txOf } from '#server/platform/db.ts';
import { takeLease } from '#server/store/leases.ts';
import type { RuntimeDeps } from './deps.ts';
import { createRepeating, type RepeatingService } from './repeating.ts';

export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  /** One bounded round. True: there is more. A number: the milliseconds until it is worth a look. */
  readonly round: (deps: RuntimeDeps) => Promise<boolean | number>;
}

const leaseSecondsOf = (everyMs: number): number => Math.max(3, (3 * everyMs) / 1000);

export const createSweep = (deps: RuntimeDeps, owner: string, sweep: Sweep): RepeatingService =>
  createRepeating({
    name: `sweep:${sweep.name}`,
    everyMs: sweep.everyMs,
    log: deps.log,
    round: async () => {
      const seconds = leaseSecondsOf(sweep.everyMs);
      const leads = await takeLease(txOf(deps.pool), `sweep:${sweep.name}`, owner, seconds);
      return leads ? sweep.round(deps) : false;
    },
  });
