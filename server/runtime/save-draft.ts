import { canonicalJson } from '#server/engine/canonical-json.ts';
import { checkDocument } from '#server/engine/check-document.ts';
import type { Problem } from '#server/engine/definition.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { lockAutomation, writeDraft, type LockedAutomation } from '#server/store/product-drafts.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { assertStorable } from './assert-storable.ts';
import type { RuntimeDeps } from './deps.ts';
import { resetRequests } from './reset-requests.ts';

export interface SaveDraft {
  readonly orgId: string;
  readonly automationId: string;
  /** The revision that the edit began from. */
  readonly revision: number;
  readonly document: AutomationDocument;
  readonly actor: string;
}

export interface SavedDraft {
  readonly revision: number;
  /** Editing is never blocked: problems are shown, and only publishing minds them. */
  readonly problems: readonly Problem[];
}

/** Who saved what one did not see, and when: never an overwrite, never a silent merge. */
export const staleRevision = (automation: LockedAutomation, seen: number): AppError =>
  new AppError(
    'stale_revision',
    `${automation.draftBy ?? 'Someone'} saved revision ${automation.draftRevision} at ${automation.draftAt.toISOString()}; this is about revision ${seen}.`,
    {
      hint: 'Load the latest draft, then make the change again.',
      details: {
        revision: automation.draftRevision,
        savedBy: automation.draftBy,
        savedAt: automation.draftAt.toISOString(),
      },
    },
  );

/** A save whose answer got lost comes again: the same draft is the same save. */
const isSaved = (automation: LockedAutomation, document: AutomationDocument): boolean => {
  const saved = documentSchema.safeParse(automation.draft);
  return saved.success && canonicalJson(saved.data) === canonicalJson(document);
};

/** Saves a draft as the next revision. Throws AppError: `invalid`, `not_found`, `stale_revision`. */
export const saveDraft = async (
  deps: Pick<RuntimeDeps, 'pool' | 'catalogue'>,
  save: SaveDraft,
): Promise<SavedDraft> => {
  const { document } = save;
  assertStorable(document, 'draft');
  const problems = checkDocument(document, deps.catalogue, analyseTemplate);
  return withTransaction(deps.pool, async (tx) => {
    const automation = await lockAutomation(tx, save.orgId, save.automationId);
    if (automation === null) throw new AppError('not_found', 'There is no such automation here.');
    if (isSaved(automation, document)) return { revision: automation.draftRevision, problems };
    if (automation.draftRevision !== save.revision) throw staleRevision(automation, save.revision);
    const revision = await writeDraft(tx, {
      automationId: automation.id,
      name: document.name,
      description: document.description ?? '',
      draft: document,
      by: save.actor,
      stepIds: document.steps.map((step) => step.id),
    });
    await resetRequests(tx, {
      orgId: save.orgId,
      automationId: automation.id,
      actor: save.actor,
    });
    return { revision, problems };
  });
};
