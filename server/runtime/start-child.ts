import { childFailed } from '#server/engine/await-child.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { startKeyOfChild } from '#server/engine/keys.ts';
import { isOpenRun } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Child, ChildExecutor } from '#server/steps/executor.ts';
import { countAncestors, findAutomationNamed, lockChild } from '#server/store/child-runs.ts';
import type { RuntimeDeps } from './deps.ts';
import { assertStorable } from './assert-storable.ts';
import { dataOf, type LoadedRun } from './loaded-run.ts';
import { startRunIn } from './start-run.ts';
import type { StepWork } from './step-work.ts';
import { NO_CHANGES, type Changes } from './write-advances.ts';

/** A run that starts a run that starts a run, and so on: further than this is a mistake. */
const DEEPEST = 20;

export interface ChildStart {
  readonly event: RunEvent;
  /** Of the child; published with the parent's. */
  readonly changes: Changes;
}

const refused = (work: StepWork, code: string, message: string): ChildStart => ({
  event: { kind: 'step_errored', visit: work.visit, error: { code, message }, retryable: false },
  changes: NO_CHANGES,
});

const follow = async (
  tx: Tx,
  work: StepWork,
  childRunId: string,
  patience: string | null,
): Promise<RunEvent> => {
  const { visit } = work;
  const { status, outcome } = await lockChild(tx, childRunId);
  const output = { runId: childRunId, status, outcome };
  if (patience === null) return { kind: 'step_completed', visit, port: 'done', output };
  if (isOpenRun(status)) return { kind: 'child_started', visit, childRunId, patience };
  if (status === 'done') return { kind: 'step_completed', visit, port: 'done', output };
  return { kind: 'step_errored', visit, error: childFailed(status), retryable: false };
};

const start = async (
  deps: RuntimeDeps,
  tx: Tx,
  parent: LoadedRun,
  work: StepWork,
  child: Extract<Child, { kind: 'start' }>,
): Promise<ChildStart> => {
  const { orgId, runId, stepId, iteration } = work.step;
  const automationId = await findAutomationNamed(tx, orgId, child.automation);
  if (automationId === null) {
    return refused(work, 'unknown_automation', `There is no automation “${child.automation}”.`);
  }
  if ((await countAncestors(tx, runId, DEEPEST)) >= DEEPEST) {
    return refused(
      work,
      'too_deep',
      `Runs start each other ${DEEPEST} deep: this goes no further.`,
    );
  }
  assertStorable(child.input, 'input');
  const { started, changes } = await startRunIn(
    deps,
    tx,
    {
      orgId,
      automationId,
      startKey: startKeyOfChild(runId, work.visit),
      input: child.input,
      trigger: 'run',
      actor: 'engine',
      isTest: parent.row.isTest,
      parent: { runId, stepId, iteration, contact: parent.row.contact },
    },
    { runId: newId('run'), receiptId: newId('rcp') },
  );
  return { event: await follow(tx, work, started.runId, child.patience), changes };
};

/**
 * Starts the run that a step asks for, in the transaction that settles the step, once per visit:
 * its start key is the visit's. What keeps it from starting (paused, never published) fails the
 * step. Where the run is there already, because the step is replayed, its end is waited for or,
 * when it has ended, taken as it is.
 */
export const startChild = async (
  deps: RuntimeDeps,
  tx: Tx,
  parent: LoadedRun,
  work: StepWork,
  executor: ChildExecutor,
): Promise<ChildStart> => {
  const { config } = work;
  const child = executor.prepare({ config, data: dataOf(parent), render: deps.render });
  if (child.kind === 'fail') return refused(work, child.error.code, child.error.message);
  try {
    return await start(deps, tx, parent, work, child);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused(work, `child_${error.code}`, error.message);
  }
};
