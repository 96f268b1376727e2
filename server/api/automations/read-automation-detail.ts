import type { AppServices } from '#server/api/app-services.ts';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { checkDocument } from '#server/engine/check-document.ts';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  countHeads,
  findVersionDocument,
  listVersions,
} from '#server/store/product-automation-detail.ts';
import { findAutomation, type AutomationRow } from '#server/store/product-automations.ts';
import { listLostConnections } from '#server/store/product-connections.ts';
import { listReceipts } from '#server/store/product-receipts.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { describeState } from './describe-state.ts';
import { hookUrlOf } from './hook-url.ts';
import { samplePayload } from './sample-payload.ts';

const RECEIPTS = 50;

interface Asked {
  readonly orgId: string;
  /** Id or slug. */
  readonly id: string;
  readonly version: number | null;
}

const readShown = async (
  services: Pick<AppServices, 'reads'>,
  asked: Asked,
  row: AutomationRow,
  live: AutomationDocument | null,
): Promise<Pick<AutomationDetail, 'shownVersion' | 'shownDocument'>> => {
  if (asked.version === null || asked.version === row.liveVersion) {
    return { shownVersion: row.liveVersion, shownDocument: live };
  }
  const found = await findVersionDocument(services.reads, asked.orgId, row.id, asked.version);
  if (found === null) throw new AppError('not_found', `There is no version ${asked.version}.`);
  return { shownVersion: asked.version, shownDocument: documentSchema.parse(found) };
};

/** Everything on an automation's page. Throws `not_found`. */
export const readAutomationDetail = async (
  services: Pick<AppServices, 'reads' | 'env'>,
  asked: Asked,
): Promise<AutomationDetail> => {
  const { reads } = services;
  const row = await findAutomation(reads, asked.orgId, asked.id);
  if (row === null) throw new AppError('not_found', 'There is no such automation here.');
  const draft = documentSchema.parse(row.draft);
  const live = row.liveDocument === null ? null : documentSchema.parse(row.liveDocument);
  const problems = checkDocument(draft, stepCatalogue, analyseTemplate);
  const [shown, lostConnections, headCounts, versions, receipts] = await Promise.all([
    readShown(services, asked, row, live),
    listLostConnections(reads, asked.orgId),
    countHeads(reads, row.id),
    listVersions(reads, row.id),
    listReceipts(reads, row.id, RECEIPTS),
  ]);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    ...describeState({
      status: row.status,
      statusBy: row.statusBy,
      hold: row.hold,
      live,
      problems,
      lostConnections,
    }),
    liveVersion: row.liveVersion,
    draft,
    draftRevision: row.draftRevision,
    usedStepIds: [...new Set([...row.usedStepIds, ...draft.steps.map((step) => step.id)])],
    draftChanged: live === null || countChanges(compareDocuments(live, draft)) > 0,
    ...shown,
    problems,
    headCounts,
    versions: versions.map((version) => ({
      ...version,
      live: version.version === row.liveVersion,
    })),
    hookUrl: hookUrlOf(services.env.appUrl, live ?? draft, row.hookId),
    hookSigned: row.hookSigned,
    receipts,
    samplePayload: samplePayload(draft),
  };
};
