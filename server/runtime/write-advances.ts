import { visitKey, type Lane } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';
import { closeApprovals, escalateApprovals, insertApprovals } from '#server/store/approvals.ts';
import type { ClaimedStep } from '#server/store/claim-steps.ts';
import { abandonClaimedEffects } from '#server/store/effects.ts';
import { hideHeld } from '#server/store/holds.ts';
import { deleteOutbox, insertOutbox } from '#server/store/outbox.ts';
import { updateRuns } from '#server/store/runs.ts';
import { consumeSignals, type SignalKey } from '#server/store/signals.ts';
import { upsertSteps, type WrittenStep } from '#server/store/steps.ts';
import { closeSubscriptions, insertSubscriptions } from '#server/store/subscriptions.ts';
import { lowerTimerQueues } from '#server/store/timer-queues.ts';
import { cancelTimers, insertTimers, markTimersFired, moveTimers } from '#server/store/timers.ts';
import { insertTransitions } from '#server/store/transitions.ts';
import { endedChildOf } from './ended-child.ts';
import { runChangeOf, stepChangesOf, type RunWrites, type WriteSet } from './write-set.ts';

/** What a transaction changed, to be told to the process once it is committed. */
export interface Changes {
  readonly runIds: readonly string[];
  readonly lanes: ReadonlySet<Lane>;
  readonly outbox: boolean;
  readonly claimed: readonly ClaimedStep[];
  /** Children that ended: whoever waits for them goes on. */
  readonly ended: readonly SignalKey[];
}

export const NO_CHANGES: Changes = {
  runIds: [],
  lanes: new Set(),
  outbox: false,
  claimed: [],
  ended: [],
};

export const claimedOf = (
  writes: RunWrites,
  written: ReadonlyMap<string, WrittenStep>,
): readonly ClaimedStep[] =>
  [...writes.claims].map(([key, claim]) => {
    const { run } = writes;
    const step = run.state.steps.get(key);
    const row = written.get(`${run.row.id} ${key}`);
    if (step === undefined || row === undefined || step.lane === null) {
      throw new Error(`A claimed step was not written: ${key}`);
    }
    return {
      id: row.id,
      runId: run.row.id,
      orgId: run.row.orgId,
      stepId: step.stepId,
      iteration: step.iteration,
      kind: run.plan.steps.get(step.stepId)?.kind ?? 'unknown',
      lane: step.lane,
      attempt: step.attempt,
      token: claim.token,
      wake: null,
    };
  });

const writeTimers = async (tx: Tx, set: WriteSet): Promise<void> => {
  await markTimersFired(tx, set.firedTimers);
  await cancelTimers(tx, set.cancelledTimers);
  await insertTimers(tx, set.timers);
  await moveTimers(tx, set.movedTimers);
  await lowerTimerQueues(tx, [
    ...set.timers.filter((timer) => !timer.cancelled),
    ...set.movedTimers,
  ]);
};

const writeWaits = async (tx: Tx, set: WriteSet): Promise<void> => {
  await closeSubscriptions(tx, set.closedSubscriptions);
  await insertSubscriptions(tx, set.subscriptions);
  await consumeSignals(tx, set.signalUses);
  await closeApprovals(tx, set.approvalClosings);
  await insertApprovals(tx, set.approvals);
  await escalateApprovals(tx, set.escalations);
  await closeApprovals(tx, set.lateApprovalClosings);
};

export const lanesOf = (set: WriteSet): ReadonlySet<Lane> => {
  const lanes = new Set<Lane>();
  for (const row of set.outbox.values()) {
    if (row.topic === 'step.ready') lanes.add(row.payload['lane'] as Lane);
  }
  return lanes;
};

/**
 * Writes many advances: one statement per kind of row, none per transition. A list that is empty
 * costs nothing. Lock order: runs (held), steps, effects, timers, signals.
 */
export const writeAdvances = async (tx: Tx, set: WriteSet): Promise<Changes> => {
  const writes = [...set.runs.values()];
  if (writes.length === 0) return NO_CHANGES;
  await updateRuns(tx, writes.filter((entry) => !entry.isNew).map(runChangeOf));
  const written = new Map<string, WrittenStep>();
  for (const row of await upsertSteps(tx, writes.flatMap(stepChangesOf))) {
    written.set(`${row.runId} ${visitKey(row)}`, row);
  }
  await insertTransitions(tx, set.transitions);
  await abandonClaimedEffects(tx, set.abandoned);
  await writeTimers(tx, set);
  await writeWaits(tx, set);
  const held = writes.filter(({ run }) => run.row.heldAt !== null);
  if (held.length > 0)
    await hideHeld(
      tx,
      held.map(({ run }) => run.row.id),
    );
  const outbox = [...set.outbox.values()];
  await insertOutbox(tx, outbox);
  await deleteOutbox(tx, set.heard);
  return {
    runIds: writes.map((entry) => entry.run.row.id),
    lanes: lanesOf(set),
    outbox: outbox.length > 0,
    claimed: writes.flatMap((entry) => claimedOf(entry, written)),
    ended: writes.flatMap(({ run }) => endedChildOf(run)),
  };
};
