import type { AppServices } from '#server/api/app-services.ts';
import type { VersionDetail } from '#server/api/views/version-view.ts';
import { documentSchema } from '#server/engine/document.ts';
import { AppError } from '#server/platform/errors.ts';
import { findAutomation } from '#server/store/product-automations.ts';
import { findVersion } from '#server/store/product-versions.ts';

/** By the automation's id or slug. Throws AppError `not_found`. */
export const readVersion = async (
  { reads }: Pick<AppServices, 'reads'>,
  orgId: string,
  id: string,
  version: number,
): Promise<VersionDetail> => {
  const automation = await findAutomation(reads, orgId, id);
  if (automation === null) throw new AppError('not_found', 'There is no such automation here.');
  const found = await findVersion(reads, automation.id, version);
  if (found === null) throw new AppError('not_found', `There is no version ${version}.`);
  return {
    ...found,
    automationId: automation.id,
    document: documentSchema.parse(found.document),
  };
};
