import type { RunEvent } from '#server/engine/event.ts';
import { storable } from '#server/platform/storable.ts';
import type { Tx } from '#server/platform/db.ts';
import type { ChildExecutor, ComputeExecutor, LocalExecutor } from '#server/steps/executor.ts';
import { readCallContext } from '#server/store/call-context.ts';
import { readContact } from '#server/store/contacts-engine.ts';
import type { RuntimeDeps } from './deps.ts';
import { dataOf, type LoadedRun } from './loaded-run.ts';
import { startChild } from './start-child.ts';
import { executeContextOf, type StepWork } from './step-work.ts';
import type { Changes } from './write-advances.ts';

/** The attempt failed with this. */
export const errored = (
  work: StepWork,
  code: string,
  message: string,
  retryable: boolean,
): RunEvent => ({
  kind: 'step_errored',
  visit: work.visit,
  error: { code, message },
  retryable,
});

type Done = ReturnType<ComputeExecutor['run']>;

const doneOrFailed = (work: StepWork, done: Done): RunEvent => {
  if (done.kind === 'fail') return errored(work, done.error.code, done.error.message, false);
  const output = storable(done.output);
  return { kind: 'step_completed', visit: work.visit, port: done.port, output };
};

/** What the step changed of the contact is there for the steps that begin with its settling. */
const runLocal = async (
  deps: RuntimeDeps,
  tx: Tx,
  run: LoadedRun,
  work: StepWork,
  executor: LocalExecutor,
): Promise<RunEvent> => {
  const { runId, stepId, iteration } = work.step;
  const call = await readCallContext(tx, runId, stepId, iteration);
  const context = executeContextOf(deps, work, call, null);
  const { contact, isTest } = run.row;
  if (isTest) {
    const rehearsed = executor.rehearse(context);
    if (rehearsed.kind === 'leave') {
      run.outputs.set(work.visit.stepId, { output: rehearsed.output });
    }
    return doneOrFailed(work, rehearsed);
  }
  const done = await executor.run(tx, context);
  if (contact !== null) run.row = { ...run.row, contact: await readContact(tx, contact.id) };
  return doneOrFailed(work, done);
};

/** What happens in our own database, in the transaction that settles the step. */
export const runInTransaction = async (
  deps: RuntimeDeps,
  tx: Tx,
  run: LoadedRun,
  work: StepWork,
  executor: LocalExecutor | ChildExecutor,
  also: (changes: Changes) => void,
): Promise<RunEvent> => {
  if (executor.kind === 'local') return runLocal(deps, tx, run, work, executor);
  const { event, changes } = await startChild(deps, tx, run, work, executor);
  also(changes);
  return event;
};

/** What needs nothing but what it is handed. */
export const compute = (deps: RuntimeDeps, work: StepWork, executor: ComputeExecutor): RunEvent => {
  const { visit, config, run, step } = work;
  const { orgId, runId } = step;
  const context = { orgId, runId, visit, config, data: dataOf(run), render: deps.render };
  return doneOrFailed(work, executor.run(context));
};
