import type { TimerRequest } from './definition.ts';
import type { StepError } from './event.ts';

/** How a wall time met a clock change. */
export type Shift = 'gap' | 'overlap' | null;

/** `dueAt` in epoch milliseconds; the error is the step's, never a silent "now". */
export type Instant =
  | { ok: true; dueAt: number; shift: Shift }
  | { ok: false; error: StepError };

/** Signature is final; the rules follow. */
export function computeInstant(request: TimerRequest, seedId: string, notBefore?: number): Instant {
  void request;
  void seedId;
  void notBefore;
  return { ok: false, error: { code: 'not_built', message: 'Not built yet.' } };
}
