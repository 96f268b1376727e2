import type { Plan } from '#server/engine/plan.ts';
import type { Visit } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { readEngineNow } from '#server/store/engine-now.ts';
import { noteTransition } from '#server/store/informational-transition.ts';
import type { ContactRow } from '#server/store/load-runs.ts';
import type { VersionKey } from '#server/store/automation-versions.ts';
import { findLiveAutomation } from '#server/store/live-automation.ts';
import { insertReceipt } from '#server/store/receipts.ts';
import { findRunByStartKey, insertRun } from '#server/store/runs.ts';
import { applyEvent } from './apply-event.ts';
import { publishChanges, retryTransaction } from './commit-advance.ts';
import { contactForRun } from './contact-for-run.ts';
import { WORK_LANES, type RuntimeDeps } from './deps.ts';
import { assertStorable } from './assert-storable.ts';
import type { LoadedRun } from './loaded-run.ts';
import { matchEarlySignals } from './match-early-signals.ts';
import { newLoadedRun } from './new-loaded-run.ts';
import { versionId } from './plan-cache.ts';
import { NO_CHANGES, writeAdvances, type Changes } from './write-advances.ts';
import { createWriteSet, runChangeOf, writesFor } from './write-set.ts';

export interface StartContact {
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

export interface StartRun {
  readonly orgId: string;
  readonly automationId: string;
  /** Unique in the organisation: the second start under it starts nothing. */
  readonly startKey: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly contact?: StartContact | undefined;
  readonly trigger: 'webhook' | 'manual' | 'api' | 'schedule' | 'run';
  /** `trigger`, `api`, `user:<id>`. */
  readonly actor: string;
  readonly isTest?: boolean | undefined;
  /** Of a test run: this version, published or a snapshot, whatever is live and also while paused. */
  readonly version?: number | undefined;
  /** The visit of another run that starts it; it is about the same contact. */
  readonly parent?:
    | (Visit & { readonly runId: string; readonly contact: ContactRow | null })
    | undefined;
  /** Where the call came from; a receipt is written in the same transaction. */
  readonly receipt?: 'hook' | 'api' | 'schedule' | undefined;
}

export interface StartedRun {
  readonly runId: string;
  readonly duplicate: boolean;
  readonly receiptId: string | null;
}

export interface StartedIn {
  readonly started: StartedRun;
  readonly changes: Changes;
}

interface PlannedVersion {
  readonly version: number;
  readonly plan: Plan;
}

const planOf = async (deps: RuntimeDeps, tx: Tx, key: VersionKey): Promise<PlannedVersion> => {
  const plan = (await deps.plans.get(tx, [key])).get(versionId(key));
  if (plan === undefined) throw new Error(`Version ${versionId(key)} is missing.`);
  return { version: key.version, plan };
};

const livePlan = async (deps: RuntimeDeps, tx: Tx, start: StartRun): Promise<PlannedVersion> => {
  const { orgId, automationId } = start;
  const automation = await findLiveAutomation(tx, orgId, automationId);
  if (automation === null || automation.status === 'archived') {
    throw new AppError('not_found', 'There is no such automation.');
  }
  if (start.isTest === true && start.version !== undefined) {
    return planOf(deps, tx, { automationId, version: start.version });
  }
  if (automation.status === 'paused') {
    throw new AppError('paused', 'The automation is paused: it starts no runs.', {
      hint: 'Resume it, then start the run again.',
    });
  }
  if (automation.liveVersion === null) {
    throw new AppError('unprocessable', 'The automation was never published.', {
      hint: 'Publish it first.',
    });
  }
  return planOf(deps, tx, { automationId, version: automation.liveVersion });
};

/** Written with what it is about, so that each call that changed something has its receipt. */
const leaveReceipt = async (
  tx: Tx,
  start: StartRun,
  runId: string,
  duplicate: boolean,
  id = newId('rcp'),
): Promise<string | null> => {
  if (start.receipt === undefined) return null;
  await insertReceipt(tx, {
    id,
    orgId: start.orgId,
    automationId: start.automationId,
    source: start.receipt,
    result: duplicate ? 'duplicate' : 'accepted',
    runId,
    detail: duplicate ? `Run ${runId} was started under the same key.` : 'A run was started.',
    startKey: start.startKey,
  });
  return id;
};

const acknowledgeDuplicate = async (tx: Tx, start: StartRun, runId: string): Promise<StartedIn> => {
  const receiptId = await leaveReceipt(tx, start, runId, true);
  if (receiptId === null)
    return { started: { runId, duplicate: true, receiptId }, changes: NO_CHANGES };
  await noteTransition(tx, {
    runId,
    stepId: null,
    iteration: null,
    attempt: null,
    actor: start.actor,
    body: { type: 'run.duplicate', data: { receiptId } },
  });
  return {
    started: { runId, duplicate: true, receiptId },
    changes: { ...NO_CHANGES, runIds: [runId] },
  };
};

/** Ids that stay the same when the transaction is tried again. */
export interface NewIds {
  readonly runId: string;
  readonly receiptId: string;
}

/** COMMIT's answer was lost and the run is there: the first try did it. */
const ownWork = (start: StartRun, { runId, receiptId }: NewIds): StartedIn => ({
  started: { runId, duplicate: false, receiptId: start.receipt === undefined ? null : receiptId },
  changes: { ...NO_CHANGES, runIds: [runId], lanes: new Set(WORK_LANES), outbox: true },
});

/** Advances the new run in memory and writes all of it; null when its start key is taken. */
const writeNewRun = async (
  deps: RuntimeDeps,
  tx: Tx,
  start: StartRun,
  run: LoadedRun,
): Promise<Changes | null> => {
  const set = createWriteSet();
  const writes = writesFor(set, run, true);
  const event = { kind: 'run_started' as const, version: run.row.version, trigger: start.trigger };
  const refused = applyEvent(deps, set, run, event, start.actor);
  if (refused !== null) throw new Error(`A new run refused to start: ${refused}`);
  await matchEarlySignals(deps, tx, set, run, 0);
  const inserted = await insertRun(tx, {
    id: run.row.id,
    orgId: start.orgId,
    automationId: start.automationId,
    version: run.row.version,
    startKey: start.startKey,
    contactId: run.row.contact?.id ?? null,
    input: start.input,
    isTest: run.row.isTest,
    parent: start.parent,
    change: runChangeOf(writes),
  });
  return inserted ? writeAdvances(tx, set) : null;
};

/** The same as `startRun`, in a transaction of the caller's, who publishes the changes after it. */
export const startRunIn = async (
  deps: RuntimeDeps,
  tx: Tx,
  start: StartRun,
  ids: NewIds,
): Promise<StartedIn> => {
  const known = await findRunByStartKey(tx, start.orgId, start.startKey);
  if (known === ids.runId) return ownWork(start, ids);
  if (known !== null) return acknowledgeDuplicate(tx, start, known);
  const { version, plan } = await livePlan(deps, tx, start);
  const { orgId, automationId, input } = start;
  const contact =
    start.parent?.contact ?? (await contactForRun(tx, orgId, start.contact, start.isTest));
  const now = await readEngineNow(tx);
  const isTest = start.isTest ?? false;
  const id = ids.runId;
  const parentRunId = start.parent?.runId ?? null;
  const run = newLoadedRun(
    { id, orgId, automationId, version, input, contact, isTest, now, parentRunId },
    plan,
  );
  const changes = await writeNewRun(deps, tx, start, run);
  if (changes === null) {
    // Another delivery was quicker; having waited for it, this statement sees it.
    const first = await findRunByStartKey(tx, orgId, start.startKey);
    if (first === null) throw new Error('A start key was taken by no run.');
    return acknowledgeDuplicate(tx, start, first);
  }
  const receiptId = await leaveReceipt(tx, start, id, false, ids.receiptId);
  return { started: { runId: id, duplicate: false, receiptId }, changes };
};

/** One run in a transaction of its own. */
export const startOne = async (
  deps: RuntimeDeps,
  start: StartRun,
  ids: NewIds,
): Promise<StartedRun> => {
  const { started, changes } = await retryTransaction(deps, async (tx) =>
    startRunIn(deps, tx, start, ids),
  );
  publishChanges(deps, changes);
  return started;
};

/**
 * Starts a run on the automation's live version, once per start key: run, first steps, log,
 * timers and outbox in one transaction, shared with other starts under load. Repeating it, also after a lost COMMIT answer, finds the
 * first run. Throws AppError: `not_found`, `paused`, `unprocessable` (never published), `invalid`
 * (input that jsonb cannot hold).
 */
export const startRun = async (deps: RuntimeDeps, start: StartRun): Promise<StartedRun> => {
  assertStorable(start.input, 'input');
  assertStorable(start.contact ?? null, 'contact');
  assertStorable(start.startKey, 'start key');
  const ids = { runId: newId('run'), receiptId: newId('rcp') };
  return deps.starts.submit({ start, ids });
};
