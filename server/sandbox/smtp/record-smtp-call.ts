import { txOf } from '#server/platform/db.ts';
import type { SandboxContext } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import { recordCall } from '../store/calls.ts';

/** `status` is null where the connection is cut without an answer. */
export const recordSmtpCall = async (
  ctx: SandboxContext,
  name: string,
  call: { status: number | null; fault: Fault; began: number },
): Promise<void> =>
  recordCall(txOf(ctx.pool), {
    service: 'smtp',
    direction: 'in',
    name,
    status: call.status,
    fault: call.fault.mode === 'normal' ? null : call.fault.mode,
    durationMs: performance.now() - call.began,
  });
