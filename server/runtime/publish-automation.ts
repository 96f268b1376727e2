import { checkDocument } from '#server/engine/check-document.ts';
import type { Problem } from '#server/engine/definition.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { digestJson } from '#server/engine/keys.ts';
import { withTransaction, type Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import {
  insertVersion,
  lockAutomation,
  readPublishedKinds,
  type LockedAutomation,
} from '#server/store/product-drafts.ts';
import { analyseTemplate } from '#server/templates/analyse.ts';
import { checkChildren } from './check-children.ts';
import type { RuntimeDeps } from './deps.ts';
import { staleRevision } from './save-draft.ts';
import { syncSchedule } from './sync-schedule.ts';

export interface PublishAutomation {
  readonly orgId: string;
  readonly automationId: string;
  /** Of the draft that the person looked at; null publishes whatever the draft is now. */
  readonly revision: number | null;
  readonly note: string;
  readonly actor: string;
}

export interface PublishedVersion {
  readonly version: number;
  readonly digest: string;
  /** False when the live version says exactly this already: nothing was published. */
  readonly changed: boolean;
  readonly message: string;
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

const publishIn = async (
  tx: Tx,
  deps: Pick<RuntimeDeps, 'pool' | 'catalogue'>,
  publish: PublishAutomation,
): Promise<PublishedVersion> => {
  const automation = await lockAutomation(tx, publish.orgId, publish.automationId);
  if (automation === null) throw new AppError('not_found', 'There is no such automation here.');
  if (automation.status === 'archived') {
    throw new AppError('conflict', 'This automation is archived.', { hint: 'Restore it first.' });
  }
  if (publish.revision !== null && publish.revision !== automation.draftRevision) {
    throw staleRevision(automation, publish.revision);
  }
  const document = documentSchema.parse(automation.draft);
  const problems = [
    ...checkDocument(document, deps.catalogue, analyseTemplate),
    ...(await checkReusedIds(tx, automation, document)),
    ...(await checkChildren(
      tx,
      { orgId: publish.orgId, id: automation.id },
      document,
      deps.catalogue,
    )),
  ];
  refuseErrors(problems);
  const digest = digestJson(document);
  if (automation.liveVersion !== null && automation.liveDigest === digest) {
    const message = `Nothing changed since version ${automation.liveVersion}.`;
    return { version: automation.liveVersion, digest, changed: false, message, problems };
  }
  const version = await insertVersion(tx, {
    automationId: automation.id,
    orgId: publish.orgId,
    document,
    digest,
    note: publish.note,
    by: publish.actor,
    stepIds: document.steps.map((step) => step.id),
  });
  await syncSchedule(tx, {
    orgId: publish.orgId,
    automationId: automation.id,
    document,
    paused: automation.status === 'paused',
  });
  await insertAudit(tx, {
    orgId: publish.orgId,
    actor: publish.actor,
    action: 'automation.published',
    subject: automation.id,
    detail: { version, digest },
  });
  const message = `Version ${version} is live. Runs that began before finish on theirs.`;
  return { version, digest, changed: true, message, problems };
};

/**
 * Makes the draft the next immutable version, on which new runs start.
 * Throws AppError: `not_found`, `conflict` (archived), `stale_revision`, `unprocessable` (errors in
 * the draft; `details.problems` lists them all).
 */
export const publishAutomation = async (
  deps: Pick<RuntimeDeps, 'pool' | 'catalogue'>,
  publish: PublishAutomation,
): Promise<PublishedVersion> =>
  withTransaction(deps.pool, async (tx) => publishIn(tx, deps, publish));
