import type { z } from 'zod';
import type { AppServices } from '#server/api/app-services.ts';
import { migrationOrderSchema, type MigrationOrder } from '#server/engine/migration-order.ts';
import { proposeMapping } from '#server/engine/propose-mapping.ts';
import { readOrderedVersions } from '#server/runtime/find-order.ts';

/**
 * An order as it is asked for: without `mapping`, every step goes on as the step of the same id and
 * kind. A mapping of hundreds of steps need not be sent back and forth only to say that.
 */
export const askedOrder = migrationOrderSchema.partial({ mapping: true, rules: true });

/** Throws AppError `not_found` for a version that there is not. */
export const completeOrder = async (
  { reads }: Pick<AppServices, 'reads'>,
  automationId: string,
  asked: z.output<typeof askedOrder>,
): Promise<MigrationOrder> => {
  const { from, to, mapping, rules = [] } = asked;
  if (mapping !== undefined) return { from, to, mapping, rules };
  const versions = await readOrderedVersions(reads, automationId, { from, to });
  return { from, to, mapping: proposeMapping(versions.from, versions.to), rules };
};
