/**
 * The backstop for what the sandbox owes the product. Whoever pressed the button or wrote the
 * reply has already tried once; this loop finds what is left: the failed, the late, and what a
 * killed process had stored but not sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { txOf } from '#server/platform/db.ts';
import { logFor } from '#server/platform/log.ts';
import type { SandboxContext } from '../context.ts';
import { claimDeliveries } from '../store/deliveries.ts';
import { attemptDelivery } from './attempt-delivery.ts';

const log = logFor('sandbox-deliver');

const BATCH = 20;

/** Attempts what is due now; answers how many that was. */
export const deliverDue = async (ctx: SandboxContext): Promise<number> => {
  const due = await claimDeliveries(txOf(ctx.pool), BATCH);
  await Promise.all(due.map(async (delivery) => attemptDelivery(ctx, delivery)));
  return due.length;
};

/** Runs until `ctx.stopping` aborts; a failing round (the database is away) is tried again. */
export const runDeliverLoop = async (ctx: SandboxContext): Promise<void> => {
  while (!ctx.stopping.aborted) {
    let found = 0;
    try {
      found = await deliverDue(ctx);
    } catch (error) {
      if (!ctx.stopping.aborted) log.warn({ err: error }, 'deliveries wait for the database');
    }
    if (found < BATCH) {
      await sleep(ctx.timing.pollMs, undefined, { signal: ctx.stopping }).catch(() => undefined);
    }
  }
};
