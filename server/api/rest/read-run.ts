import type { AppServices } from '#server/api/app-services.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { isOpenStep } from '#server/engine/state.ts';
import { withTransaction, type Tx } from '#server/platform/db.ts';
import { listRunApprovals } from '#server/store/product-approvals.ts';
import {
  findRun,
  listRunEffects,
  listRunSteps,
  listRunTimers,
  type RunHead,
  type RunStepRow,
  type TimerRow,
} from '#server/store/product-run-detail.ts';

const presentHead = (head: RunHead) => ({
  id: head.id,
  automationId: head.automationId,
  automationName: head.automationName,
  version: head.version,
  status: head.status,
  outcome: head.outcome,
  isTest: head.isTest,
  contact: head.contact === null ? null : { name: head.contact.name, email: head.contact.email },
  startedAt: head.startedAt,
  finishedAt: head.finishedAt,
  startKey: head.startKey,
  input: head.input,
  stepsUsed: head.maxSteps - head.stepsLeft,
  maxSteps: head.maxSteps,
  expiresAt: head.expiresAt,
  cancel:
    head.cancelAt === null || head.cancelBy === null
      ? null
      : { at: head.cancelAt, by: head.cancelBy, reason: head.cancelReason },
});

const currentSteps = (steps: readonly RunStepRow[], document: AutomationDocument) => {
  const names = new Map(document.steps.map((step) => [step.id, step.name]));
  return steps
    .filter((step) => isOpenStep(step.status))
    .map(({ stepId, status }) => ({ stepId, name: names.get(stepId) ?? stepId, status }));
};

/** Where a failed run broke. Its outcome is only a code. */
const failureOf = (head: RunHead, steps: readonly RunStepRow[], document: AutomationDocument) => {
  const failed = steps.findLast((step) => step.status === 'failed');
  if (head.status !== 'failed' || failed === undefined) return null;
  const { stepId, error } = failed;
  const name = document.steps.find((step) => step.id === stepId)?.name ?? stepId;
  return { stepId, name, message: error?.message ?? null };
};

/** When it goes on by itself; the run's age budget is no such moment. */
const nextDue = (timers: readonly TimerRow[]): Date | null => {
  const open = timers.filter(
    (timer) => timer.firedAt === null && timer.cancelledAt === null && timer.purpose !== 'budget',
  );
  const [first] = open.map((timer) => timer.dueAt).toSorted((a, b) => a.getTime() - b.getTime());
  return first ?? null;
};

const read = async (tx: Tx, orgId: string, runId: string) => {
  const head = await findRun(tx, orgId, runId);
  if (head === null) return null;
  const document = documentSchema.parse(head.document);
  const steps = await listRunSteps(tx, runId);
  const timers = await listRunTimers(tx, runId);
  return {
    ...presentHead(head),
    currentSteps: currentSteps(steps, document),
    failure: failureOf(head, steps, document),
    dueAt: nextDue(timers),
    steps,
    timers,
    effects: await listRunEffects(tx, runId),
    approvals: await listRunApprovals(tx, runId),
  };
};

/** One run in one snapshot; null when the workspace has no such run. */
export const readRun = async (services: Pick<AppServices, 'pools'>, orgId: string, runId: string) =>
  withTransaction(services.pools.api, async (tx) => read(tx, orgId, runId), {
    mode: 'read only',
    isolation: 'repeatable read',
  });
