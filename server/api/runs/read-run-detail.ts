import type { AppServices } from '#server/api/app-services.ts';
import type { RunDetail } from '#server/api/views/run-view.ts';
import type { Viewer } from '#server/api/views/workspace-view.ts';
import { can } from '#server/auth/permissions.ts';
import { documentSchema } from '#server/engine/document.ts';
import { isOpenRun } from '#server/engine/state.ts';
import { txOf, withTransaction, type Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { findParentRun, listChildRuns } from '#server/store/child-runs.ts';
import { listRunApprovals } from '#server/store/product-approvals.ts';
import {
  findRun,
  listRunEffects,
  listRunSteps,
  listRunSubscriptions,
  listRunTimers,
  type RunHead,
} from '#server/store/product-run-detail.ts';
import { formerStepsOf } from './former-steps.ts';
import { labelActors } from './label-actors.ts';
import { readTimeline } from './read-timeline.ts';

/** The page folds this much; a longer log is read on by `timeline`. */
const MOST_ENTRIES = 5000;
const MOST_CHILDREN = 100;

const readParts = async (tx: Tx, orgId: string, runId: string) => {
  const head = await findRun(tx, orgId, runId);
  if (head === null) throw new AppError('not_found', 'There is no such run here.');
  return {
    head,
    steps: await listRunSteps(tx, runId),
    timers: await listRunTimers(tx, runId),
    effects: await listRunEffects(tx, runId),
    approvals: await listRunApprovals(tx, runId),
    subscriptions: await listRunSubscriptions(tx, runId),
    parent: await findParentRun(tx, runId),
    children: [...(await listChildRuns(tx, runId, MOST_CHILDREN))],
    timeline: await readTimeline(tx, { orgId, runId, afterSeq: 0, limit: MOST_ENTRIES }),
  };
};

const permissions = (viewer: Viewer, head: RunHead): RunDetail['can'] => {
  const open = isOpenRun(head.status);
  return {
    cancel: open && head.cancelAt === null && can(viewer.role, 'run.cancel'),
    skipTimer: open && can(viewer.role, 'run.skip'),
    retry: (open || head.status === 'failed') && can(viewer.role, 'run.retry'),
    decide: open && can(viewer.role, 'approval.decide'),
    review: open && can(viewer.role, 'review.resolve'),
  };
};

/** One snapshot, so that the rows, the log and the status on the page agree. Throws `not_found`. */
export const readRunDetail = async (
  services: Pick<AppServices, 'pools'>,
  viewer: Viewer,
  runId: string,
): Promise<RunDetail> => {
  const { head, ...parts } = await withTransaction(
    services.pools.api,
    async (tx) => readParts(tx, viewer.organisation.id, runId),
    { mode: 'read only', isolation: 'repeatable read' },
  );
  const document = documentSchema.parse(head.document);
  const tx = txOf(services.pools.api);
  const label = await labelActors(
    tx,
    [head.cancelBy, head.heldBy].filter((actor) => actor !== null),
  );
  return {
    ...parts,
    id: head.id,
    automation: { id: head.automationId, name: head.automationName, liveVersion: head.liveVersion },
    version: head.version,
    document,
    ...(await formerStepsOf(tx, head.automationId, document, parts.timeline)),
    status: head.status,
    outcome: head.outcome,
    isTest: head.isTest,
    contact: head.contact,
    startKey: head.startKey,
    startedAt: head.startedAt,
    finishedAt: head.finishedAt,
    stepsUsed: head.maxSteps - head.stepsLeft,
    maxSteps: head.maxSteps,
    expiresAt: head.expiresAt,
    held: head.heldAt === null ? null : { at: head.heldAt, by: label(head.heldBy ?? 'engine') },
    cancel:
      head.cancelAt === null || head.cancelBy === null
        ? null
        : { at: head.cancelAt, by: label(head.cancelBy), reason: head.cancelReason },
    undo:
      head.cancelAt !== null || head.cancelBy === null
        ? null
        : { by: label(head.cancelBy), reason: head.cancelReason },
    input: head.input,
    now: head.now,
    can: permissions(viewer, head),
  };
};
