import type { HeldLeases } from './held-leases.ts';
import type { SettleQueue } from './settle-queue.ts';

/** One worker process, as its steps see it. */
export interface WorkerContext {
  readonly id: string;
  /** `worker:<id>`, in the log. */
  readonly actor: string;
  readonly held: HeldLeases;
  readonly settles: SettleQueue;
}
