import { documentSchema } from '#server/engine/document.ts';
import { txOf } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { findAutomation } from '#server/store/product-automations.ts';
import { createAutomation, type CreatedAutomation } from './create-automation.ts';
import type { RuntimeDeps } from './deps.ts';

export interface DuplicateAutomation {
  readonly orgId: string;
  /** Its id or slug. */
  readonly automationId: string;
  readonly actor: string;
}

const LONGEST_NAME = 200;

/** Cut to what a name may be, and not in the middle of an emoji. */
const nameOfCopy = (name: string): string =>
  `Copy of ${name}`
    .slice(0, LONGEST_NAME)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

/**
 * A new automation with the draft of this one as its draft: never published, with an address of its
 * own, and without the original's secret, schedule and runs. Throws AppError `not_found`.
 */
export const duplicateAutomation = async (
  deps: Pick<RuntimeDeps, 'pool' | 'catalogue'>,
  { orgId, automationId, actor }: DuplicateAutomation,
): Promise<CreatedAutomation> => {
  const found = await findAutomation(txOf(deps.pool), orgId, automationId);
  if (found === null) throw new AppError('not_found', 'There is no such automation here.');
  const draft = documentSchema.parse(found.draft);
  return createAutomation(deps, {
    orgId,
    actor,
    document: { ...draft, name: nameOfCopy(draft.name) },
  });
};
