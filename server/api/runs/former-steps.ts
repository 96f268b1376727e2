import type { RunDetail, TimelineItem } from '#server/api/views/run-view.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import type { Tx } from '#server/platform/db.ts';
import { readVersions } from '#server/store/automation-versions.ts';

/** The steps that a run has known on versions before and that the one it is on does not have. */
export const formerStepsOf = async (
  tx: Tx,
  automationId: string,
  document: AutomationDocument,
  timeline: readonly TimelineItem[],
): Promise<Pick<RunDetail, 'formerSteps'>> => {
  const versions = timeline
    .filter((item) => item.type === 'run.migrated')
    .flatMap(({ data }) => (typeof data['from'] === 'number' ? [data['from']] : []));
  if (versions.length === 0) return {};
  const keys = [...new Set(versions)].map((version) => ({ automationId, version }));
  const known = new Set(document.steps.map((step) => step.id));
  const former = new Map<string, { id: string; name: string; kind: string }>();
  const rows = (await readVersions(tx, keys)).toSorted((a, b) => b.version - a.version);
  for (const { document: source } of rows) {
    for (const { id, name, kind } of documentSchema.parse(source).steps) {
      if (!known.has(id) && !former.has(id)) former.set(id, { id, name, kind });
    }
  }
  return { formerSteps: [...former.values()] };
};
