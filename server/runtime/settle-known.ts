/**
 * Settling on what the worker knows. It has the run from its claim or from its last settle, so it
 * decides in memory and sends one statement, which writes only if nobody else has touched the run:
 *
 *   known run ──decide, advance──► settleRuns ──held──► advanced
 *                    │                 └──the run has moved on──┐
 *                    └──needs more than the short way writes────┴──► null: lock, load, decide anew
 *
 * The run that the worker knew is left as it was; the outcome carries a new one.
 */
import type { RunEvent } from '#server/engine/event.ts';
import { visitKey } from '#server/engine/state.ts';
import type { ClaimedStep } from '#server/store/claim-steps.ts';
import { settleRuns, type KnownStepChange, type RunSettling } from '#server/store/settle-runs.ts';
import type { WrittenStep, StepChange } from '#server/store/steps.ts';
import { txOf } from '#server/platform/db.ts';
import { isTransientDatabaseError } from '#server/platform/errors.ts';
import type { AdvanceItem, AdvanceOutcome } from './advance-runs.ts';
import { applyEvent } from './apply-event.ts';
import { claimNextSteps } from './claim-next-steps.ts';
import { publishChanges } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import type { LoadedRun } from './loaded-run.ts';
import { claimedOf, lanesOf, type Changes } from './write-advances.ts';
import {
  createWriteSet,
  runChangeOf,
  stepChangesOf,
  writesFor,
  type WriteSet,
} from './write-set.ts';

/** What a worker believes when it settles: the run, its step, and what has happened. */
export interface KnownSettle {
  readonly run: LoadedRun;
  readonly step: ClaimedStep;
  readonly owner: string;
  readonly event: RunEvent;
}

interface Ready {
  readonly item: AdvanceItem;
  readonly known: KnownSettle;
  readonly run: LoadedRun;
  readonly set: WriteSet;
}

const copyOf = (run: LoadedRun): LoadedRun => ({
  row: run.row,
  plan: run.plan,
  state: run.state,
  outputs: new Map(run.outputs),
  fences: new Map(run.fences),
});

/** Only rows that `settleRuns` writes; `now` was read with the run, so it must set no timer. */
const fitsOneStatement = (set: WriteSet): boolean =>
  set.timers.length === 0 &&
  set.firedTimers.length === 0 &&
  set.subscriptions.length === 0 &&
  set.closedSubscriptions.length === 0 &&
  set.signalUses.length === 0 &&
  set.approvals.length === 0 &&
  set.approvalClosings.length === 0 &&
  set.lateApprovalClosings.length === 0 &&
  set.escalations.length === 0 &&
  set.abandoned.length === 0;

const isHeld = ({ run, step, owner }: KnownSettle): boolean => {
  const fence = run.fences.get(visitKey(step));
  return (
    !run.state.cancelRequested &&
    run.state.steps.get(visitKey(step))?.status === 'running' &&
    fence?.token === step.token &&
    fence.owner === owner
  );
};

/** Advances a copy of the known run; null where the long way has to be taken. */
const prepare = (deps: RuntimeDeps, item: AdvanceItem): Ready | null => {
  const { known } = item;
  if (known === undefined || known.event.kind !== 'step_completed' || !isHeld(known)) return null;
  if (known.run.row.heldAt !== null) return null;
  const run = copyOf(known.run);
  const set = createWriteSet();
  if (applyEvent(deps, set, run, known.event, item.actor) !== null) return null;
  if (!fitsOneStatement(set)) return null;
  if (item.continueAs !== undefined) claimNextSteps(deps, set, run, item.continueAs);
  return { item, known, run, set };
};

const settlingOf = ({ known, run, set }: Ready): RunSettling => {
  const {
    cancelRequested: _,
    cancelBy: __,
    cancelReason: ___,
    expiresAt: ____,
    ...change
  } = runChangeOf(writesFor(set, run));
  const { step, owner } = known;
  return {
    ...change,
    contactSeen: run.row.contact?.updatedAt ?? null,
    step: step.id,
    token: step.token,
    owner,
  };
};

const knownChange = (id: number, change: StepChange): KnownStepChange => {
  const { runId, status, attempt, wake, port, output, error, reason } = change;
  const saved = { output: output?.value, hasOutput: output !== null };
  return { id, runId, status, attempt, wake, port, error, reason, ...saved };
};

/** Brings the fences up to what was written, so that the next settle may rely on them. */
const noteFences = ({ run, set }: Ready, entered: ReadonlyMap<string, WrittenStep>): void => {
  const { touched, claims } = writesFor(set, run);
  for (const key of touched) {
    const known = run.fences.get(key);
    const running = run.state.steps.get(key)?.status === 'running';
    const claim = claims.get(key);
    const id = known?.id ?? entered.get(`${run.row.id} ${key}`)?.id;
    if (id === undefined) throw new Error(`A visit was not written: ${run.row.id} ${key}`);
    run.fences.set(key, {
      id,
      token: claim?.token ?? known?.token ?? 0,
      owner: running ? (claim?.owner ?? known?.owner ?? null) : null,
    });
  }
};

const write = async (
  deps: RuntimeDeps,
  ready: readonly Ready[],
): Promise<ReadonlyMap<Ready, AdvanceOutcome>> => {
  const known: KnownStepChange[] = [];
  const entered: StepChange[] = [];
  for (const { run, set } of ready) {
    for (const change of stepChangesOf(writesFor(set, run))) {
      const fence = run.fences.get(visitKey(change));
      if (fence === undefined) entered.push(change);
      else known.push(knownChange(fence.id, change));
    }
  }
  const settled = await settleRuns(txOf(deps.pool), {
    runs: ready.map(settlingOf),
    known,
    entered,
    transitions: ready.flatMap(({ set }) => set.transitions),
    cancelledTimers: ready.flatMap(({ set }) => set.cancelledTimers),
    outbox: ready.flatMap(({ set }) => [...set.outbox.values()]),
    heard: ready.flatMap(({ item }) => item.heard ?? []),
  });
  const written = new Map(
    settled.entered.map((row) => [`${row.runId} ${row.stepId}/${row.iteration}`, row]),
  );
  const outcomes = new Map<Ready, AdvanceOutcome>();
  for (const entry of ready) {
    const { run, set, item } = entry;
    if (!settled.runIds.has(run.row.id)) {
      item.continueAs?.undo();
      continue;
    }
    const continued = claimedOf(writesFor(set, run), written);
    noteFences(entry, written);
    outcomes.set(entry, { kind: 'advanced', run, continued });
  }
  return outcomes;
};

const changesOf = (done: ReadonlyMap<Ready, AdvanceOutcome>): Changes => {
  const sets = [...done.keys()].map(({ set }) => set);
  return {
    runIds: [...done.keys()].map(({ run }) => run.row.id),
    lanes: new Set(sets.flatMap((set) => [...lanesOf(set)])),
    outbox: sets.some((set) => set.outbox.size > 0),
    claimed: [],
    // Told by the worker that goes on with the outcome: the queue must not wait for that.
    ended: [],
  };
};

/** One settle per run and statement: a second one of the same run must see the first. */
const prepareAll = (deps: RuntimeDeps, items: readonly AdvanceItem[]): readonly Ready[] => {
  const byRun = new Map<string, Ready>();
  for (const item of items) {
    if (byRun.has(item.runId)) continue;
    try {
      const ready = prepare(deps, item);
      if (ready !== null) byRun.set(item.runId, ready);
    } catch (error) {
      item.continueAs?.undo();
      deps.log.warn({ err: error, runId: item.runId }, 'a settle could not be prepared');
    }
  }
  return [...byRun.values()];
};

/** One outcome per item; null where it was not settled this way and has to be tried the long way. */
export const settleKnown = async (
  deps: RuntimeDeps,
  items: readonly AdvanceItem[],
): Promise<readonly (AdvanceOutcome | null)[]> => {
  const ready = prepareAll(deps, items);
  if (ready.length === 0) return items.map(() => null);
  try {
    const done = await write(deps, ready);
    publishChanges(deps, changesOf(done));
    const outcomes = new Map([...done].map(([entry, outcome]) => [entry.item, outcome]));
    return items.map((item) => outcomes.get(item) ?? null);
  } catch (error) {
    deps.log.debug({ err: error, settles: ready.length }, 'settling takes the long way');
    for (const { item } of ready) {
      item.continueAs?.undo();
      // The statement may have been committed all the same: whoever looks next may find our work.
      if (isTransientDatabaseError(error)) item.afterUnknownCommit?.();
    }
    return items.map(() => null);
  }
};
