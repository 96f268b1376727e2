import type { Problem } from '#server/engine/definition.ts';
import { digestJson } from '#server/engine/keys.ts';
import { withTransaction, type Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import {
  insertVersion,
  lockAutomation,
  type LockedAutomation,
} from '#server/store/product-drafts.ts';
import { readFourEyes } from '#server/store/product-publish-requests.ts';
import { checkPublishable } from './check-publishable.ts';
import type { RuntimeDeps } from './deps.ts';
import { resetRequests } from './reset-requests.ts';
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

type PublishDeps = Pick<RuntimeDeps, 'pool' | 'catalogue'>;

/**
 * Makes the draft of an automation, whose row the caller holds, its next version. Throws what
 * `checkPublishable` throws.
 */
export const publishLocked = async (
  tx: Tx,
  deps: Pick<RuntimeDeps, 'catalogue'>,
  automation: LockedAutomation,
  publish: PublishAutomation,
): Promise<PublishedVersion> => {
  const { document, problems } = await checkPublishable(
    tx,
    deps,
    publish.orgId,
    automation,
    publish.revision,
  );
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
 * Throws AppError: `not_found`, `conflict` (archived, or the workspace asks for a second person:
 * `details.fourEyes`), `stale_revision`, `unprocessable` (errors in the draft; `details.problems`
 * lists them all).
 */
export const publishAutomation = async (
  deps: PublishDeps,
  publish: PublishAutomation,
): Promise<PublishedVersion> =>
  withTransaction(deps.pool, async (tx) => {
    const { orgId, automationId, actor } = publish;
    const automation = await lockAutomation(tx, orgId, automationId);
    if (automation === null) throw new AppError('not_found', 'There is no such automation here.');
    if (await readFourEyes(tx, orgId)) {
      throw new AppError('conflict', 'In this workspace a second person has to agree first.', {
        hint: 'Ask for publishing in the editor; someone else who may publish approves it there.',
        details: { fourEyes: true },
      });
    }
    const published = await publishLocked(tx, deps, automation, publish);
    // From before the workspace stopped asking for a second person.
    await resetRequests(tx, { orgId, automationId, actor });
    return published;
  });
