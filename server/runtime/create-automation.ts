import { checkDocument } from '#server/engine/check-document.ts';
import type { Problem } from '#server/engine/definition.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { randomSecret } from '#server/platform/crypto.ts';
import { withTransaction, type Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { insertAutomation, type NewAutomation } from '#server/store/product-drafts.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { assertStorable } from './assert-storable.ts';
import type { RuntimeDeps } from './deps.ts';

export interface CreateAutomation {
  readonly orgId: string;
  readonly document: AutomationDocument;
  readonly actor: string;
  /** Made from the name when not given. */
  readonly slug?: string;
  /** The last part of its webhook's address. A new one that cannot be guessed, unless given. */
  readonly hookId?: string;
}

export interface CreatedAutomation {
  readonly id: string;
  readonly slug: string;
  readonly revision: number;
  readonly hookId: string;
  readonly problems: readonly Problem[];
}

const MOST_SAME_NAMES = 100;

export const slugOf = (name: string): string => {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return slug === '' ? 'automation' : slug;
};

/** "Welcome" twice is `welcome` and `welcome-2`. */
const insertUnderFreeSlug = async (
  tx: Tx,
  made: Omit<NewAutomation, 'slug'>,
  wanted: string,
): Promise<string> => {
  for (let count = 1; count <= MOST_SAME_NAMES; count += 1) {
    const slug = count === 1 ? wanted : `${wanted}-${count}`;
    if (await insertAutomation(tx, { ...made, slug })) return slug;
  }
  throw new AppError('conflict', 'There are too many automations of this name.', {
    hint: 'Choose another name.',
  });
};

/**
 * A new automation with the document as its draft. Its webhook address is always a new one: a copy
 * or an import must not take over the original's. Throws AppError `conflict`, `invalid`.
 */
export const createAutomation = async (
  deps: Pick<RuntimeDeps, 'pool' | 'catalogue'>,
  create: CreateAutomation,
): Promise<CreatedAutomation> => {
  const { document } = create;
  assertStorable(document, 'document');
  const made = {
    id: newId('aut'),
    orgId: create.orgId,
    name: document.name,
    description: document.description ?? '',
    draft: document,
    draftBy: create.actor,
    stepIds: document.steps.map((step) => step.id),
    hookId: create.hookId ?? `hk_${randomSecret(12)}`,
  };
  const slug = await withTransaction(deps.pool, async (tx) => {
    const free = await insertUnderFreeSlug(tx, made, create.slug ?? slugOf(document.name));
    await insertAudit(tx, {
      orgId: create.orgId,
      actor: create.actor,
      action: 'automation.created',
      subject: made.id,
    });
    return free;
  });
  const problems = checkDocument(document, deps.catalogue, analyseTemplate);
  return { id: made.id, slug, revision: 1, hookId: made.hookId, problems };
};
