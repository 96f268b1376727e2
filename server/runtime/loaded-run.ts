import type { AdvanceEnv } from '#server/engine/advance-env.ts';
import { contactData } from '#server/engine/contact-data.ts';
import type { DataScope } from '#server/engine/definition.ts';
import type { Plan } from '#server/engine/plan.ts';
import { stateFromRows, type RunRows } from '#server/engine/state-from-rows.ts';
import { visitKey, type RunState, type VisitKey } from '#server/engine/state.ts';
import { newId } from '#server/platform/ids.ts';
import { rehearsedContact } from '#server/steps/update_contact/rehearsed-contact.ts';
import type { ContactRow, RunRow } from '#server/store/load-runs.ts';
import type { RuntimeDeps } from './deps.ts';

/** What the store knows of a visit's row beside the walk's state. */
export interface StepFence {
  readonly id: number;
  readonly token: number;
  readonly owner: string | null;
}

/**
 * A run within one transaction (or one step's execution). `state` moves with every advance; `row`
 * only where a step has changed the contact.
 */
export interface LoadedRun {
  row: RunRow;
  /** Of the version that the run is on; another one once it is migrated. */
  plan: Plan;
  state: RunState;
  readonly outputs: Map<string, { readonly output: unknown }>;
  readonly fences: Map<VisitKey, StepFence>;
}

export const rowsOf = (row: RunRow): RunRows => ({
  run: {
    version: row.version,
    status: row.status,
    outcome: row.outcome,
    seq: row.seq,
    stepsLeft: row.stepsLeft,
    cancelRequested: row.cancelRequested,
    scopes: row.scopes,
  },
  steps: row.steps.map(({ stepId, iteration, status, lane, attempt, wake, port, scope }) => ({
    stepId,
    iteration,
    status,
    lane,
    attempt,
    wake,
    port,
    scope,
  })),
  timers: row.timers.map(({ id, purpose, stepId, iteration, fired }) => ({
    id,
    purpose,
    visit: stepId === null || iteration === null ? null : { stepId, iteration },
    fired,
  })),
  approvals: row.approvals.map(({ id, digest, stepId, iteration }) => ({
    id,
    digest,
    visit: { stepId, iteration },
  })),
});

export const loadedRunOf = (row: RunRow, plan: Plan): LoadedRun => ({
  row,
  plan,
  state: stateFromRows(rowsOf(row)),
  outputs: new Map(Object.entries(row.outputs).map(([id, output]) => [id, { output }])),
  fences: new Map(
    row.steps.map((step) => [
      visitKey(step),
      { id: step.id, token: step.token, owner: step.owner },
    ]),
  ),
});

/** A test run changes no contact; its own steps see it as if it had. */
const contactOf = (run: LoadedRun): ContactRow | null => {
  const { contact, isTest } = run.row;
  if (!isTest || contact === null) return contact;
  const updates = [...run.state.steps.values()]
    .map(({ stepId }) => stepId)
    .filter((stepId) => run.plan.steps.get(stepId)?.kind === 'update_contact');
  return rehearsedContact(contact, updates, run.outputs);
};

/** What templates and conditions of the run can see now. */
export const dataOf = (run: LoadedRun): DataScope => {
  const { input, id, createdAt, isTest } = run.row;
  const contact = contactOf(run);
  return {
    trigger: input,
    contact: contact === null ? null : contactData(contact),
    steps: run.outputs,
    run: { id, startedAt: createdAt.toISOString(), isTest },
  };
};

export const envOf = (deps: RuntimeDeps, run: LoadedRun, actor: string): AdvanceEnv => ({
  runId: run.row.id,
  now: run.row.now.getTime(),
  random: Math.random(),
  newId,
  actor,
  data: dataOf(run),
  contactZone: contactOf(run)?.timezone ?? run.plan.settings.timezone,
  render: deps.render,
  catalogue: deps.catalogue,
  tzdb: deps.tzdb,
});
