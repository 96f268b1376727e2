/**
 * Publishing by four eyes: one person asks, another answers.
 *
 *   waiting ──approve, by another──► approved (the version is live in the same transaction)
 *      ├────reject, by another─────► rejected, with a reason
 *      ├────withdraw, by the asker─► withdrawn
 *      └────the draft is edited────► reset
 *
 * Each of them holds the automation's row first, so that an approval and an edit, or two answers,
 * come one after the other and the second is told what the first did.
 */
import { digestJson } from '#server/engine/keys.ts';
import { withTransaction, type Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { insertAudit } from '#server/store/product-audit.ts';
import { lockAutomation, type LockedAutomation } from '#server/store/product-drafts.ts';
import {
  endPublishRequest,
  findLatestPublishRequest,
  findPublishRequest,
  insertPublishRequest,
  readFourEyes,
  type PublishRequestRow,
} from '#server/store/product-publish-requests.ts';
import { checkPublishable } from './check-publishable.ts';
import type { RuntimeDeps } from './deps.ts';
import {
  publishLocked,
  type PublishAutomation,
  type PublishedVersion,
} from './publish-automation.ts';

type RequestDeps = Pick<RuntimeDeps, 'pool' | 'catalogue'>;

/**
 * Asks for the draft to be published. Asking again for the same draft is the same request.
 * Throws AppError: `not_found`, `conflict` (publishing needs nobody else here, nothing changed, or
 * archived), `stale_revision`, `unprocessable`.
 */
export const requestPublish = async (
  deps: RequestDeps,
  asked: PublishAutomation & { readonly revision: number },
): Promise<{ readonly id: string }> =>
  withTransaction(deps.pool, async (tx) => {
    const { orgId, automationId, revision, actor } = asked;
    const automation = await lockAutomation(tx, orgId, automationId);
    if (automation === null) throw new AppError('not_found', 'There is no such automation here.');
    if (!(await readFourEyes(tx, orgId))) {
      throw new AppError('conflict', 'Publishing needs nobody else in this workspace.', {
        hint: 'Publish it yourself.',
      });
    }
    const { document } = await checkPublishable(tx, deps, orgId, automation, revision);
    if (automation.liveDigest === digestJson(document)) {
      throw new AppError('conflict', `Nothing changed since version ${automation.liveVersion}.`);
    }
    const latest = await findLatestPublishRequest(tx, automationId);
    if (latest?.status === 'waiting') return { id: latest.id };
    const id = newId('pub');
    await insertPublishRequest(tx, {
      id,
      orgId,
      automationId,
      revision,
      note: asked.note,
      by: actor,
    });
    await audit(tx, { orgId, actor }, automationId, 'publish_request.made', { request: id });
    return { id };
  });

export interface AnswerRequest {
  readonly orgId: string;
  readonly id: string;
  readonly actor: string;
}

/**
 * Publishes what was asked for, with the asker's note. Throws AppError: `not_found`, `forbidden` (one's
 * own), `gone` (answered, taken back, or the draft was edited meanwhile), and what publishing throws.
 */
export const approvePublish = async (
  deps: RequestDeps,
  answer: AnswerRequest,
): Promise<PublishedVersion> =>
  answerRequest(deps, answer, async (tx, automation, request) => {
    refuseOwn(request, answer.actor);
    const published = await publishLocked(tx, deps, automation, {
      orgId: answer.orgId,
      automationId: automation.id,
      revision: request.revision,
      note: request.note,
      actor: answer.actor,
    });
    await end(tx, answer, request, 'approved', '', published.version);
    return published;
  });

/** Throws AppError: `not_found`, `forbidden` (one's own), `gone`. */
export const rejectPublish = async (
  deps: RequestDeps,
  answer: AnswerRequest & { readonly reason: string },
): Promise<void> =>
  answerRequest(deps, answer, async (tx, _automation, request) => {
    refuseOwn(request, answer.actor);
    await end(tx, answer, request, 'rejected', answer.reason, null);
  });

/** Throws AppError: `not_found`, `forbidden` (somebody else's), `gone`. */
export const withdrawPublish = async (deps: RequestDeps, answer: AnswerRequest): Promise<void> =>
  answerRequest(deps, answer, async (tx, _automation, request) => {
    if (request.requestedById !== answer.actor) {
      throw new AppError('forbidden', `Only ${request.requestedBy} can take this back.`);
    }
    await end(tx, answer, request, 'withdrawn', '', null);
  });

const answerRequest = async <T>(
  deps: RequestDeps,
  { orgId, id }: AnswerRequest,
  act: (tx: Tx, automation: LockedAutomation, request: PublishRequestRow) => Promise<T>,
): Promise<T> =>
  withTransaction(deps.pool, async (tx) => {
    const named = await findPublishRequest(tx, orgId, id);
    const automation = named && (await lockAutomation(tx, orgId, named.automationId));
    // Read again: what was waiting may have been answered while this one waited for the row.
    const request = automation && (await findPublishRequest(tx, orgId, id));
    if (automation === null || request === null) {
      throw new AppError('not_found', 'There is no such request here.');
    }
    if (request.status !== 'waiting') throw noLongerWaiting(request);
    return act(tx, automation, request);
  });

const refuseOwn = (request: PublishRequestRow, actor: string): void => {
  if (request.requestedById !== actor) return;
  throw new AppError('forbidden', 'You asked for this yourself; another person has to answer.');
};

const WHAT_BECAME: Readonly<Record<Exclude<PublishRequestRow['status'], 'waiting'>, string>> = {
  approved: 'approved this before',
  rejected: 'said no to this before',
  reset: 'changed the draft since it was asked for',
  withdrawn: 'took this back',
};

const noLongerWaiting = ({ status, decidedBy }: PublishRequestRow): AppError =>
  new AppError(
    'gone',
    status === 'waiting' ? '' : `${decidedBy ?? 'Someone'} ${WHAT_BECAME[status]}.`,
    { details: { status } },
  );

const end = async (
  tx: Tx,
  { orgId, actor }: AnswerRequest,
  request: PublishRequestRow,
  status: 'approved' | 'rejected' | 'withdrawn',
  reason: string,
  version: number | null,
): Promise<void> => {
  const ended = await endPublishRequest(tx, { id: request.id, status, by: actor, reason, version });
  if (!ended) throw new Error('A request changed under the lock of its automation.');
  await audit(tx, { orgId, actor }, request.automationId, `publish_request.${status}`, {
    request: request.id,
    ...(version === null ? {} : { version }),
  });
};

const audit = async (
  tx: Tx,
  by: { readonly orgId: string; readonly actor: string },
  subject: string,
  action: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => insertAudit(tx, { ...by, action, subject, detail });
