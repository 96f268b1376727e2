import { z } from 'zod';
import type { SandboxService } from '../services.ts';

/**
 * How a service misbehaves. `accept_then_drop` and `accept_then_error` do the work and hide it;
 * every other refusal is made before anything is stored.
 */
export const FAULT_MODES = [
  'normal',
  'rate_limited',
  'error',
  'reject',
  'slow',
  'accept_then_drop',
  'accept_then_error',
  'drop_before',
  'revoked',
] as const;

export type FaultMode = (typeof FAULT_MODES)[number];

export interface Fault {
  readonly mode: FaultMode;
  readonly retryAfterSeconds: number;
  /** The header's very words, where it is to be an HTTP date or nonsense. */
  readonly retryAfter: string | null;
  /** Seconds before each answer while `slow`. */
  readonly slowSeconds: number;
}

export interface FaultSetting extends Fault {
  readonly service: SandboxService;
  /** Calls that it still applies to; null: until changed. */
  readonly remaining: number | null;
  readonly changedAt: Date;
}

export const DEFAULT_RETRY_AFTER_SECONDS = 30;
export const DEFAULT_SLOW_SECONDS = 10;

export const faultRequest = z
  .strictObject({
    mode: z.enum(FAULT_MODES),
    retryAfterSeconds: z.int().min(0).max(86_400).optional(),
    retryAfter: z
      .string()
      .regex(/^[\x20-\x7e]{1,100}$/)
      .optional(),
    seconds: z.number().min(0).max(600).optional(),
    times: z.int().min(1).max(1_000_000).optional(),
  })
  .refine((fault) => fault.mode !== 'normal' || fault.times === undefined, {
    path: ['times'],
    message: 'Normal behaviour has no number of times.',
  });

export type FaultRequest = z.infer<typeof faultRequest>;
