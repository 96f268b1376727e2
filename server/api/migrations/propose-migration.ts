import type { AppServices } from '#server/api/app-services.ts';
import type { MigrationProposal } from '#server/api/views/migration-view.ts';
import { compareDocuments } from '#server/engine/compare-documents.ts';
import { proposeMapping } from '#server/engine/propose-mapping.ts';
import { readOrderedVersions } from '#server/runtime/find-order.ts';
import { namedStep } from '#server/runtime/preview-migration.ts';
import { readStanding } from '#server/store/product-standing.ts';

interface Asked {
  readonly automationId: string;
  readonly from: number;
  readonly to: number;
}

/** Which steps match, which have changed, and where runs stand. Throws AppError `not_found`. */
export const proposeMigration = async (
  services: Pick<AppServices, 'reads'>,
  { automationId, from, to }: Asked,
): Promise<MigrationProposal> => {
  const versions = await readOrderedVersions(services.reads, automationId, { from, to });
  const standing = await readStanding(services.reads, automationId, from);
  const mapping = proposeMapping(versions.from, versions.to);
  const matches = new Map(mapping.map((match) => [match.from, match.to]));
  const targets = new Map(versions.to.steps.map((step) => [step.id, step]));
  const runs = new Map(standing.steps.map((step) => [step.stepId, step.runs]));
  const changed = new Set(
    compareDocuments(versions.from, versions.to).steps.flatMap((change) =>
      change.kind === 'changed' ? [change.step.id] : [],
    ),
  );
  const steps = versions.from.steps.map((step) => {
    const match = matches.get(step.id);
    const target = match === undefined ? undefined : targets.get(match);
    return {
      ...namedStep(step),
      runs: runs.get(step.id) ?? 0,
      to: target === undefined ? null : namedStep(target),
      changed: changed.has(step.id),
    };
  });
  return {
    automationId,
    from,
    to,
    total: standing.total,
    capped: standing.capped,
    steps,
    targets: versions.to.steps.map(namedStep),
    mapping,
    unmapped: steps.filter((step) => step.to === null && step.runs > 0).map((step) => step.stepId),
  };
};
