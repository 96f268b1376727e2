import type { Command } from '#server/engine/command.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { uuidOf, wakeId } from '#server/engine/keys.ts';
import { visitKey, type Visit } from '#server/engine/state.ts';
import type { ApprovalClosing, DecisionVia } from '#server/store/approvals.ts';
import type { LoadedRun } from './loaded-run.ts';
import { writesFor, type Saved, type WriteSet } from './write-set.ts';

/** Who and what caused the commands, for the columns that name a person. */
export interface Cause {
  readonly event: RunEvent;
  readonly actor: string;
}

type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>;

/** Only waits and retries get a job at the instant; for the rest the sweep is early enough. */
const hasFastPath = (purpose: string): boolean => purpose === 'wait' || purpose === 'retry';

const sameVisit = (
  row: {
    readonly runId: string;
    readonly stepId: string | null;
    readonly iteration: number | null;
  },
  runId: string,
  visit: Visit,
): boolean =>
  row.runId === runId && row.stepId === visit.stepId && row.iteration === visit.iteration;

const setTimer = (set: WriteSet, run: LoadedRun, command: CommandOf<'set_timer'>): void => {
  const { timerId, visit, purpose, rule, zone, spreadSeconds, dueAt, tzdb } = command;
  set.timers.push({
    id: timerId,
    orgId: run.row.orgId,
    runId: run.row.id,
    stepId: visit?.stepId ?? null,
    iteration: visit?.iteration ?? null,
    purpose,
    rule,
    zone,
    spreadSeconds,
    dueAt,
    tzdb,
    cancelled: false,
  });
  if (!hasFastPath(purpose)) return;
  // One bell for all of an organisation's timers within a second: it asks what is due there.
  const { orgId } = run.row;
  const startAfter = Math.ceil(dueAt / 1000) * 1000;
  const id = uuidOf(`timers:${orgId}/${startAfter}`);
  set.outbox.set(id, { id, topic: 'timer.due', payload: { orgId }, startAfter });
};

/** The job at the old instant finds the timer not due; the new one is under an id of its own. */
const moveTimer = (set: WriteSet, run: LoadedRun, command: CommandOf<'move_timer'>): void => {
  const { timerId, zone, dueAt, tzdb } = command;
  const { rule = null, spreadSeconds = null } = command;
  const { orgId } = run.row;
  set.movedTimers.push({ id: timerId, orgId, zone, dueAt, tzdb, rule, spreadSeconds });
  const isIt = ({ id }: { readonly id: string }): boolean => id === timerId;
  const purpose = (run.row.timers.find(isIt) ?? set.timers.find(isIt))?.purpose;
  if (purpose === undefined || !hasFastPath(purpose)) return;
  const id = uuidOf(`timer:${timerId}@${dueAt}`);
  set.outbox.set(id, { id, topic: 'timer.due', payload: { timerId }, startAfter: dueAt });
};

const cancelTimers = (set: WriteSet, run: LoadedRun, command: CommandOf<'cancel_timers'>): void => {
  const runId = run.row.id;
  const { visit, purpose } = command;
  for (const [index, timer] of set.timers.entries()) {
    const meant =
      timer.runId === runId &&
      (visit === null || sameVisit(timer, runId, visit)) &&
      (purpose === undefined || timer.purpose === purpose);
    if (!meant) continue;
    set.timers[index] = { ...timer, cancelled: true };
  }
  set.cancelledTimers.push({
    runId,
    stepId: visit?.stepId ?? null,
    iteration: visit?.iteration ?? null,
    purpose: purpose ?? null,
  });
};

const subscribe = (set: WriteSet, run: LoadedRun, command: CommandOf<'subscribe'>): void => {
  const { subscriptionId: id, signal, correlationKey, visit } = command;
  const at = { orgId: run.row.orgId, runId: run.row.id, ...visitOf(visit) };
  set.subscriptions.push({ id, ...at, signal, correlationKey, closed: false });
};

const unsubscribe = (set: WriteSet, run: LoadedRun, visit: Visit): void => {
  const runId = run.row.id;
  const index = set.subscriptions.findIndex((row) => sameVisit(row, runId, visit));
  const known = set.subscriptions[index];
  if (known !== undefined) set.subscriptions[index] = { ...known, closed: true };
  else set.closedSubscriptions.push({ runId, ...visitOf(visit) });
};

const visitOf = (visit: Visit): Visit => ({ stepId: visit.stepId, iteration: visit.iteration });

const closeApproval = (
  set: WriteSet,
  run: LoadedRun,
  command: CommandOf<'close_approval'>,
  cause: Cause,
): void => {
  const via: DecisionVia | null = cause.event.kind === 'approval_decided' ? cause.event.via : null;
  const decided = command.decision !== null;
  const closing: ApprovalClosing = {
    runId: run.row.id,
    ...visitOf(command.visit),
    status: command.status,
    decision: command.decision,
    by: decided ? cause.actor : null,
    via: decided ? via : null,
    comment: command.comment,
  };
  const begunHere = set.approvals.some((row) => sameVisit(row, run.row.id, command.visit));
  (begunHere ? set.lateApprovalClosings : set.approvalClosings).push(closing);
};

const save = (set: WriteSet, run: LoadedRun, visit: Visit, change: Saved): void => {
  const writes = writesFor(set, run);
  const key = visitKey(visit);
  writes.touched.add(key);
  writes.saved.set(key, { ...writes.saved.get(key), ...change });
};

const announce = (set: WriteSet, run: LoadedRun, command: CommandOf<'announce_step'>): void => {
  const { visit, lane, wake } = command;
  const id = wakeId(run.row.id, visit, wake);
  set.outbox.set(id, {
    id,
    topic: 'step.ready',
    payload: { runId: run.row.id, stepId: visit.stepId, iteration: visit.iteration, lane, wake },
    startAfter: null,
  });
};

/** Turns one command of the walk into rows to write. */
export const collectCommand = (
  set: WriteSet,
  run: LoadedRun,
  command: Command,
  cause: Cause,
): void => {
  const at = { orgId: run.row.orgId, runId: run.row.id };
  switch (command.kind) {
    case 'announce_step':
      return announce(set, run, command);
    case 'limit_age':
      writesFor(set, run).expiresAt = command.until;
      return;
    case 'set_timer':
      return setTimer(set, run, command);
    case 'move_timer':
      return moveTimer(set, run, command);
    case 'fire_timer':
      set.firedTimers.push(command.timerId);
      return;
    case 'cancel_timers':
      return cancelTimers(set, run, command);
    case 'subscribe':
      return subscribe(set, run, command);
    case 'unsubscribe':
      return unsubscribe(set, run, command.visit);
    case 'consume_signal':
      set.signalUses.push({ signalId: command.signalId, subscriptionId: command.subscriptionId });
      return;
    case 'open_approval': {
      const { kind: _, approvalId: id, visit, ...approval } = command;
      set.approvals.push({ id, ...at, ...visitOf(visit), ...approval });
      return;
    }
    case 'escalate_approval': {
      const { approvalId: id, assignees, deadlineAt, then } = command;
      set.escalations.push({ id, assignees, deadlineAt, then });
      return;
    }
    case 'close_approval':
      return closeApproval(set, run, command, cause);
    case 'save_output':
      run.outputs.set(command.visit.stepId, { output: command.output });
      return save(set, run, command.visit, { output: { value: command.output } });
    case 'save_error':
      return save(set, run, command.visit, { error: command.error });
    case 'save_reason':
      return save(set, run, command.visit, { reason: command.reason });
    case 'abandon_effects':
      set.abandoned.push({ runId: run.row.id, ...visitOf(command.visit) });
      return;
  }
};
