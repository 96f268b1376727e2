import { z } from '@hono/zod-openapi';
import { askedOrder } from '#server/api/migrations/complete-order.ts';
import {
  migrationPreview,
  migrationRunView,
  migrationView,
  runVerdict,
} from '#server/api/views/migration-view.ts';
import { at } from './rest-schemas.ts';

export const migrationSchema = migrationView
  .extend({ startedAt: at, finishedAt: at.nullable() })
  .openapi('Migration');

/** Without the person's name: runs are named by their ids, and people belong to contacts. */
export const migrationRunSchema = migrationRunView
  .omit({ contact: true })
  .extend({ at: at.nullable() })
  .openapi('MigrationRun');

const bucket = migrationPreview.shape.buckets.element.extend({
  samples: z.array(runVerdict.omit({ contact: true })),
});

export const previewSchema = migrationPreview
  .extend({ buckets: z.array(bucket) })
  .openapi('MigrationPreview');

/** Left out, `mapping` is every step of the same id and kind. */
// Made anew after the import above: only what is made after it can be described for OpenAPI.
export const orderSchema = askedOrder.extend({}).openapi('MigrationOrder');

export const startSchema = orderSchema.extend({
  /** Chosen by you: the same key again is the same migration. */
  key: z.string().min(1).max(200),
});
