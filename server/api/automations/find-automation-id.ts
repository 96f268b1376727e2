import type { AppServices } from '#server/api/app-services.ts';
import { AppError } from '#server/platform/errors.ts';
import { findAutomation } from '#server/store/product-automations.ts';

/** The automation's id, by id or slug. Throws AppError `not_found`. */
export const automationIdOf = async (
  services: Pick<AppServices, 'reads'>,
  orgId: string,
  id: string,
): Promise<string> => {
  const row = await findAutomation(services.reads, orgId, id);
  if (row === null) throw new AppError('not_found', 'There is no such automation here.');
  return row.id;
};
