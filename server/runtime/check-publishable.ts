import { checkDocument } from '#server/engine/check-document.ts';
import type { Problem } from '#server/engine/definition.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import type { Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { readPublishedKinds, type LockedAutomation } from '#server/store/product-drafts.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { checkChildren } from './check-children.ts';
import type { RuntimeDeps } from './deps.ts';
import { staleRevision } from './save-draft.ts';

export interface PublishableDraft {
  readonly document: AutomationDocument;
  /** Warnings; errors refuse. */
  readonly problems: readonly Problem[];
}

/** A step id stands for one step for good: what was an email cannot come back as a wait. */
const checkReusedIds = async (
  tx: Tx,
  automation: LockedAutomation,
  document: AutomationDocument,
): Promise<Problem[]> => {
  const kinds = await readPublishedKinds(tx, automation.id);
  return document.steps
    .filter((step) => kinds.has(step.id) && kinds.get(step.id) !== step.kind)
    .map((step) => ({
      severity: 'error' as const,
      code: 'reused_step_id',
      stepId: step.id,
      field: null,
      message: `"${step.id}" was a ${kinds.get(step.id)} in an earlier version. Give this step an id of its own.`,
    }));
};

const refuseErrors = (problems: readonly Problem[]): void => {
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (errors.length === 0) return;
  const [first] = errors;
  throw new AppError(
    'unprocessable',
    errors.length === 1
      ? `The draft has a problem: ${first?.message ?? ''}`
      : `The draft has ${errors.length} problems, the first: ${first?.message ?? ''}`,
    { hint: 'Fix the problems that are listed, then publish again.', details: { problems } },
  );
};

/**
 * The draft of an automation whose row the caller holds, if it may go live as it is. `revision` is
 * that of the draft that the person looked at; null takes whatever the draft is now.
 * Throws AppError: `conflict` (archived), `stale_revision`, `unprocessable` (errors in the draft).
 */
export const checkPublishable = async (
  tx: Tx,
  { catalogue }: Pick<RuntimeDeps, 'catalogue'>,
  orgId: string,
  automation: LockedAutomation,
  revision: number | null,
): Promise<PublishableDraft> => {
  if (automation.status === 'archived') {
    throw new AppError('conflict', 'This automation is archived.', { hint: 'Restore it first.' });
  }
  if (revision !== null && revision !== automation.draftRevision) {
    throw staleRevision(automation, revision);
  }
  const document = documentSchema.parse(automation.draft);
  const problems = [
    ...checkDocument(document, catalogue, analyseTemplate),
    ...(await checkReusedIds(tx, automation, document)),
    ...(await checkChildren(tx, { orgId, id: automation.id }, document, catalogue)),
  ];
  refuseErrors(problems);
  return { document, problems };
};
