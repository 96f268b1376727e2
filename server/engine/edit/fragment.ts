import { z } from 'zod';
import { edgeSchema, noteSchema, stepSchema } from '../document.ts';

export const FRAGMENT_FORMAT = 'holdfast/fragment@1';

/**
 * Copied steps as they travel by the clipboard: within an automation, to another one, by mail. Of
 * connections it holds the names that steps use; never the trigger, nor anything secret.
 */
export const fragmentSchema = z.strictObject({
  format: z.literal(FRAGMENT_FORMAT),
  steps: z.array(stepSchema).max(1000),
  /** Between the copied steps only. */
  edges: z.array(edgeSchema).max(5000),
  notes: z.array(noteSchema).max(200),
  /** Where the copied steps stood, for those that a person had placed. */
  layout: z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() })),
  /** Fields that looked like credentials and were not copied. */
  leftOut: z.array(z.strictObject({ stepId: z.string(), field: z.string() })).max(1000),
});

export type Fragment = z.output<typeof fragmentSchema>;
