import type { AppServices } from '#server/api/app-services.ts';
import type { AutomationListItem } from '#server/api/views/automation-view.ts';
import { checkDocument } from '#server/engine/check-document.ts';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import { documentSchema } from '#server/engine/document.ts';
import {
  listAutomations,
  readActivity,
  type ActivityRow,
  type AutomationRow,
  type ListAutomations,
} from '#server/store/product-automations.ts';
import { listLostConnections } from '#server/store/product-connections.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { describeState, type StateFacts } from './describe-state.ts';

const NO_ACTIVITY: Omit<ActivityRow, 'automationId'> = {
  waiting: 0,
  needsReview: 0,
  failedToday: 0,
  started: Array.from({ length: 14 }, () => 0),
};

const toItem = (
  row: AutomationRow,
  activity: Omit<ActivityRow, 'automationId'>,
  lostConnections: StateFacts['lostConnections'],
): AutomationListItem => {
  const draft = documentSchema.parse(row.draft);
  const live = row.liveDocument === null ? null : documentSchema.parse(row.liveDocument);
  const problems = live === null ? checkDocument(draft, stepCatalogue, analyseTemplate) : [];
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
    version: row.liveVersion,
    waiting: activity.waiting,
    needsReview: activity.needsReview,
    failedToday: activity.failedToday,
    started: activity.started,
    publishedAt: row.publishedAt,
    publishedBy: row.publishedBy,
    draftChanges: live === null ? 0 : countChanges(compareDocuments(live, draft)),
  };
};

/** A page of automations with what happened in them lately. */
export const readAutomationList = async (
  services: Pick<AppServices, 'reads'>,
  asked: ListAutomations,
): Promise<AutomationListItem[]> => {
  const rows = await listAutomations(services.reads, asked);
  const ids = rows.map((row) => row.id);
  const activity = await readActivity(services.reads, asked.orgId, ids);
  const lost = await listLostConnections(services.reads, asked.orgId);
  return rows.map((row) => toItem(row, activity.get(row.id) ?? NO_ACTIVITY, lost));
};
