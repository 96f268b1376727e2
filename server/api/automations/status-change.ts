import { z } from 'zod';

/** A new status, and what it means for the runs under way. */
export const statusChange = z.strictObject({
  status: z.enum(['active', 'paused', 'archived']),
  /** With `paused`: hold the runs under way too. Without it they go on, or stay as they are. */
  holdRuns: z.boolean().optional(),
  /** With `active`: what becomes of held runs' waits that came due. `spread` when not said. */
  waits: z.enum(['now', 'skip', 'spread']).optional(),
  /** With `spread`: over how many hours. 1 when not said. */
  spreadHours: z.number().positive().max(720).optional(),
});
