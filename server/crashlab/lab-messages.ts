import type { Act } from './acts.ts';
import type { Aim, Recorded } from './fault.ts';

/** What a lab's main process tells a worker process. */
export type ToWorker =
  | {
      readonly kind: 'go';
      readonly url: string;
      readonly sandboxPort: number;
      readonly orgId: string;
      readonly workerId: string;
      /** Null: nothing happens. */
      readonly aim: Aim | null;
      /** The points that it passes are answered when it stops. */
      readonly record?: boolean;
      /** Unless the lab rings: how often it looks by itself, milliseconds. */
      readonly pollMs?: number;
      readonly connections?: number;
      /** With the queue, its relay and its doorbells. */
      readonly queue: boolean;
    }
  | { readonly kind: 'act'; readonly id: number; readonly act: Act }
  /** Something may have become ready. */
  | { readonly kind: 'ring' }
  | { readonly kind: 'stop' };

/** And what it answers. */
export type FromWorker =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  /** The aim was reached, and the process lives. */
  | { readonly kind: 'reached' }
  | { readonly kind: 'acted'; readonly id: number; readonly ok: boolean }
  | { readonly kind: 'stopped'; readonly points: readonly Recorded[] };
