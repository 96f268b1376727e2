import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { reconnectConnection } from '#server/runtime/reconnect-connection.ts';

export const reconnect = permitted('connection.reconnect')
  .input(z.object({ id: z.string().max(100) }))
  .mutation(async ({ ctx, input }) =>
    reconnectConnection(ctx.services.deps, {
      orgId: ctx.orgId,
      connectionId: input.id,
      actor: ctx.actor,
    }),
  );
