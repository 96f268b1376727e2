import type { AppServices } from '#server/api/app-services.ts';
import type { DocumentComparison } from '#server/api/views/version-view.ts';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { AppError } from '#server/platform/errors.ts';
import { describeSettings, describeSteps } from '#server/steps/describe-comparison.ts';
import { findAutomation } from '#server/store/product-automations.ts';
import { findVersion } from '#server/store/product-versions.ts';

export type Side = number | 'draft';

interface Asked {
  /** Id or slug. */
  readonly id: string;
  readonly from: Side;
  readonly to: Side;
}

/** Throws AppError `not_found`. */
export const readComparison = async (
  { reads }: Pick<AppServices, 'reads'>,
  orgId: string,
  { id, from, to }: Asked,
): Promise<DocumentComparison> => {
  const automation = await findAutomation(reads, orgId, id);
  if (automation === null) throw new AppError('not_found', 'There is no such automation here.');
  const documentOf = async (side: Side): Promise<AutomationDocument> => {
    if (side === 'draft') return documentSchema.parse(automation.draft);
    const found = await findVersion(reads, automation.id, side);
    if (found === null) throw new AppError('not_found', `There is no version ${side}.`);
    return documentSchema.parse(found.document);
  };
  const fromDocument = await documentOf(from);
  const toDocument = await documentOf(to);
  const changes = compareDocuments(fromDocument, toDocument);
  return {
    automationId: automation.id,
    from,
    to,
    fromDocument,
    toDocument,
    steps: describeSteps(changes),
    links: [...changes.links],
    settings: describeSettings(changes),
    count: countChanges(changes),
  };
};
