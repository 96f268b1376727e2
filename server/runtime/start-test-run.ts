import { checkDocument } from '#server/engine/check-document.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { digestJson } from '#server/engine/keys.ts';
import { txOf, withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { findVersionDocument } from '#server/store/product-automation-detail.ts';
import { lockAutomation } from '#server/store/product-drafts.ts';
import { takeSnapshot } from '#server/store/test-snapshots.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import type { RuntimeDeps } from './deps.ts';
import { contactInPayload } from './read-payload.ts';
import { startRun, type StartContact, type StartedRun } from './start-run.ts';

export interface StartTestRun {
  readonly orgId: string;
  readonly automationId: string;
  /** The draft as it is saved, or a published version. */
  readonly of: { readonly kind: 'draft' } | { readonly kind: 'version'; readonly version: number };
  readonly contact?: StartContact | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly actor: string;
}

interface Tested {
  readonly version: number;
  readonly document: AutomationDocument;
}

const GONE = 'There is no such automation here.';

const refuseErrors = (deps: RuntimeDeps, document: AutomationDocument): void => {
  const problems = checkDocument(document, deps.catalogue, analyseTemplate);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  throw new AppError('unprocessable', 'The draft cannot run yet: it has problems.', {
    hint: errors[0]?.message ?? 'Mend what is marked, then try again.',
    details: { problems: errors },
  });
};

const snapshotOf = async (deps: RuntimeDeps, start: StartTestRun): Promise<Tested> =>
  withTransaction(deps.pool, async (tx) => {
    const automation = await lockAutomation(tx, start.orgId, start.automationId);
    if (automation === null) throw new AppError('not_found', GONE);
    const document = documentSchema.parse(automation.draft);
    refuseErrors(deps, document);
    const { orgId, automationId, actor: by } = start;
    const digest = digestJson(document);
    const version = await takeSnapshot(tx, { automationId, orgId, document, digest, by });
    return { version, document };
  });

const publishedVersion = async (
  deps: RuntimeDeps,
  { orgId, automationId }: StartTestRun,
  version: number,
): Promise<Tested> => {
  const found = await findVersionDocument(txOf(deps.pool), orgId, automationId, version);
  if (found === null || version < 1) {
    throw new AppError('not_found', 'There is no such version of this automation.');
  }
  return { version, document: documentSchema.parse(found) };
};

/**
 * Starts a run that reaches nothing real: its emails, messages and calls go to the sandbox, or,
 * where that is off, are only written down; no contact is changed, no budget spent, no receipt left.
 * It does what the draft or the version says otherwise, also while the automation is paused or was
 * never published. Throws AppError: `not_found`, `unprocessable` (a draft with errors), `invalid`.
 */
export const startTestRun = async (deps: RuntimeDeps, start: StartTestRun): Promise<StartedRun> => {
  const { orgId, automationId, input, actor, of } = start;
  const { version, document } =
    of.kind === 'draft'
      ? await snapshotOf(deps, start)
      : await publishedVersion(deps, start, of.version);
  return startRun(deps, {
    orgId,
    automationId,
    version,
    startKey: `test:${automationId}:${newId('tst')}`,
    input,
    contact: start.contact ?? contactInPayload(document, input),
    trigger: 'manual',
    actor,
    isTest: true,
  });
};
