/**
 * Puts a service's fault between the call and its handler, and logs the call before it is
 * answered. A cut connection looks to the caller like any crash: it cannot tell `drop_before`,
 * where nothing was stored, from `accept_then_drop`, where everything was.
 */
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { txOf } from '#server/platform/db.ts';
import type { SandboxContext } from '../context.ts';
import type { SandboxService } from '../services.ts';
import { recordCall } from '../store/calls.ts';
import { takeFault } from '../store/faults.ts';
import type { Fault } from './fault.ts';
import { pause } from './pause.ts';

export interface SandboxEnv {
  Bindings: HttpBindings;
}

/** How a service words its refusals. */
export interface Refusals {
  readonly rateLimited: (retryAfter: string) => Response;
  readonly error: () => Response;
  readonly reject: () => Response;
  readonly revoked: () => Response;
}

export interface Misbehaviour {
  readonly service: SandboxService;
  readonly refusals: Refusals;
  readonly nameOf: (c: Context<SandboxEnv>) => string;
}

const refuse = (refusals: Refusals, fault: Fault): Response | null => {
  switch (fault.mode) {
    case 'rate_limited':
      return refusals.rateLimited(fault.retryAfter ?? String(fault.retryAfterSeconds));
    case 'error':
      return refusals.error();
    case 'reject':
      return refusals.reject();
    case 'revoked':
      return refusals.revoked();
    case 'normal':
    case 'slow':
    case 'accept_then_drop':
    case 'accept_then_error':
    case 'drop_before':
      return null;
  }
};

const cut = (c: Context<SandboxEnv>): Response => {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
};

export const misbehave = (
  ctx: SandboxContext,
  { service, refusals, nameOf }: Misbehaviour,
): MiddlewareHandler<SandboxEnv> => {
  const tx = txOf(ctx.pool);
  return async (c, next) => {
    const began = performance.now();
    const fault = await takeFault(tx, service);
    const record = async (status: number | null): Promise<void> =>
      recordCall(tx, {
        service,
        direction: 'in',
        name: nameOf(c),
        status,
        fault: fault.mode === 'normal' ? null : fault.mode,
        durationMs: performance.now() - began,
      });
    const refusal = refuse(refusals, fault);
    if (refusal !== null) {
      await record(refusal.status);
      return refusal;
    }
    if (fault.mode === 'drop_before') {
      await record(null);
      return cut(c);
    }
    await next();
    if (fault.mode === 'accept_then_drop') {
      await record(null);
      c.res = cut(c);
      return undefined;
    }
    if (fault.mode === 'accept_then_error') {
      c.res = undefined;
      c.res = refusals.error();
    }
    if (fault.mode === 'slow') await pause(fault.slowSeconds, ctx.stopping);
    await record(c.res.status);
    return undefined;
  };
};
