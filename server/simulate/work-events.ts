import type { RunEvent } from '#server/engine/event.ts';
import { effectKey } from '#server/engine/keys.ts';
import { visitKey, type StepState, type Visit } from '#server/engine/state.ts';
import { CHOSEN_FAILURE } from './chosen-failure.ts';
import type { Choice } from './choice.ts';
import type { Simulation } from './simulation.ts';
import type { SimulatedWork } from './simulated-work.ts';

type WorkChoice = Extract<Choice, { kind: 'succeed' | 'skip_send' | 'fail' | 'fail_as_shown' }>;

/** Kinds whose finished work names the effect that it was. */
const MESSAGES = new Set(['email', 'slack', 'prompt', 'crm', 'http']);

/** What became of the work of a step that a worker has begun; null where the choice does not fit. */
export function workEvent(
  simulation: Simulation,
  step: StepState,
  choice: WorkChoice,
  work: SimulatedWork,
): RunEvent | null {
  const visit = { stepId: step.stepId, iteration: step.iteration };
  switch (choice.kind) {
    case 'succeed':
      return succeeded(simulation, step, choice.output, work);
    case 'skip_send':
      return { kind: 'step_completed', visit, port: 'skipped', output: skippedOutput(work) };
    case 'fail': {
      const retryable = !choice.forGood;
      return { kind: 'step_errored', visit, error: CHOSEN_FAILURE, retryable };
    }
    case 'fail_as_shown':
      return work.kind === 'fail'
        ? { kind: 'step_errored', visit, error: work.error, retryable: false }
        : null;
  }
}

function succeeded(
  simulation: Simulation,
  step: StepState,
  output: unknown,
  work: SimulatedWork,
): RunEvent | null {
  const visit: Visit = { stepId: step.stepId, iteration: step.iteration };
  const approval = simulation.state.approvals.get(visitKey(step));
  if (approval !== undefined) {
    const { id: approvalId } = approval;
    const key = effectKey(simulation.runId, visit);
    const { deadlinesPassed } = step;
    return { kind: 'approval_posted', visit, approvalId, effectKey: key, deadlinesPassed };
  }
  if (work.kind === 'child') {
    const childRunId = `${simulation.runId}_${step.stepId}_${step.iteration}`;
    return { kind: 'child_started', visit, childRunId, patience: work.patience };
  }
  if (work.kind !== 'leave') return null;
  const message = work.message?.kind ?? '';
  return {
    kind: 'step_completed',
    visit,
    port: work.port,
    output: output === undefined ? work.output : output,
    ...(MESSAGES.has(message) ? { effectKey: effectKey(simulation.runId, visit) } : {}),
  };
}

export const UNSUBSCRIBED = 'The contact has unsubscribed from marketing email.';

/** As the server keeps it: the sentence stands where the code was. */
function skippedOutput(work: SimulatedWork): unknown {
  const reason = work.kind === 'skip' ? work.reason : UNSUBSCRIBED;
  return { messageId: null, accepted: null, skipped: true, reason };
}
