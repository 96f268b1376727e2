import { waitsForChild } from '#server/engine/await-child.ts';
import { isOpenRun, isOpenStep, visitKey, type StepState } from '#server/engine/state.ts';
import type { OfferedChoice } from './choice.ts';
import { ageLimit, isAgeNext, isTooLate } from './age-limit.ts';
import { clockWords } from './clock-words.ts';
import { offeredWork } from './offered-work.ts';
import { sampleAnswer } from './sample-answer.ts';
import { timersInOrder } from './due-timers.ts';
import type { SimulatedApproval, SimulatedTimer, Simulation } from './simulation.ts';

/**
 * What can happen now: for each open step what its work, its people or time may bring, and last
 * that the run gets too old or is cancelled. The first choice of a step is the one that goes well. None once the
 * run has ended.
 */
export function simulationChoices(simulation: Simulation): OfferedChoice[] {
  const { state } = simulation;
  if (!isOpenRun(state.status)) return [];
  const open = [...state.steps.values()].filter(({ status }) => isOpenStep(status));
  return [
    ...open.flatMap((step) => [
      ...(step.status === 'ready' ? offeredWork(simulation, step) : []),
      ...offeredAnswers(simulation, step),
      ...offeredDecisions(simulation, step),
      ...offeredTimes(simulation, step),
    ]),
    ...(isAgeNext(simulation) ? [offeredAge(simulation)] : []),
    ...(state.cancelRequested ? [] : [CANCEL]),
  ];
}

const CANCEL: OfferedChoice = {
  id: 'cancel',
  choice: { kind: 'cancel' },
  label: 'Somebody cancels the run',
  detail: null,
  stepId: null,
  tone: 'bad',
};

function offeredAge(simulation: Simulation): OfferedChoice {
  const { maxAgeDays } = simulation.document.settings;
  return {
    id: 'age',
    choice: { kind: 'get_too_old' },
    label: `The run gets too old at ${clockWords(simulation, ageLimit(simulation))}`,
    detail: `It may last ${maxAgeDays} ${maxAgeDays === 1 ? 'day' : 'days'}. Then it stops.`,
    stepId: null,
    tone: 'bad',
  };
}

function offeredAnswers(simulation: Simulation, step: StepState): OfferedChoice[] {
  if (step.status !== 'waiting_signal') return [];
  const { stepId, iteration } = step;
  const visit = { stepId, iteration };
  const of = visitKey(step);
  if (waitsForChild(step)) {
    return (['done', 'failed'] as const).map((status) => ({
      id: `${of} child ${status}`,
      choice: { kind: 'child_ends', visit, status },
      label: status === 'done' ? 'The other automation finishes' : 'The other automation fails',
      detail: null,
      stepId,
      tone: status === 'done' ? 'good' : 'bad',
    }));
  }
  const sample = sampleAnswer(simulation, step);
  const signal = simulation.waits.get(of)?.signal ?? '';
  return [
    {
      id: `${of} answer`,
      choice: { kind: 'answer', visit, payload: sample },
      label: signal === 'email.reply' ? 'They reply' : `“${signal}” arrives`,
      detail: null,
      stepId,
      tone: 'good',
      sample,
    },
  ];
}

function offeredDecisions(simulation: Simulation, step: StepState): OfferedChoice[] {
  const approval = simulation.approvals.get(visitKey(step));
  // A question that is still on its way can be answered elsewhere, but nobody thinks of that here.
  if (approval === undefined || step.status !== 'waiting_approval') return [];
  const who = askedWords(approval);
  const { stepId, iteration } = step;
  const visit = { stepId, iteration };
  return (['approved', 'rejected'] as const).map((decision) => ({
    id: `${visitKey(step)} ${decision}`,
    choice: { kind: 'decide', visit, decision },
    label: decision === 'approved' ? `${who} approves` : `${who} rejects`,
    detail: null,
    stepId,
    tone: decision === 'approved' ? 'good' : 'bad',
  }));
}

function askedWords({ assignees }: SimulatedApproval): string {
  return assignees.length === 1 ? (assignees[0] ?? 'Somebody') : 'One of them';
}

function offeredTimes(simulation: Simulation, step: StepState): OfferedChoice[] {
  const timers = timersInOrder(simulation).filter(
    ({ visit }) => visit !== null && visitKey(visit) === visitKey(step),
  );
  return timers.flatMap((timer) => {
    // While its question is being posted the deadline is not what comes next.
    if (timer.purpose === 'deadline' && !isWaiting(step)) return [];
    const late = isTooLate(simulation, timer);
    const passes = late ? [] : offeredPassing(simulation, step, timer);
    return timer.purpose === 'wait' ? [...passes, offeredSkip(step, timer)] : passes;
  });
}

const isWaiting = ({ status }: StepState): boolean =>
  status === 'waiting_signal' || status === 'waiting_approval';

function offeredPassing(
  simulation: Simulation,
  step: StepState,
  timer: SimulatedTimer,
): OfferedChoice[] {
  const { timerId, purpose, dueAt } = timer;
  // A run's age is no timer of a step.
  if (purpose === 'budget') return [];
  const at = clockWords(simulation, dueAt);
  const nobody = step.status === 'waiting_approval' ? 'Nobody answers' : 'Nothing comes';
  const words = {
    wait: [`Wait until ${at}`, null],
    retry: [`The next attempt at ${at}`, null],
    deadline: [`${nobody} until ${at}`, thenWords(simulation, step)],
  } as const;
  const [label, detail] = words[purpose];
  return [
    {
      id: `${timerId} passes`,
      choice: { kind: 'let_time_pass', timerId },
      label,
      detail,
      stepId: step.stepId,
      tone: purpose === 'deadline' ? 'bad' : 'time',
    },
  ];
}

function offeredSkip({ stepId }: StepState, { timerId }: SimulatedTimer): OfferedChoice {
  return {
    id: `${timerId} skipped`,
    choice: { kind: 'skip_wait', timerId },
    label: 'Somebody skips the wait',
    detail: 'The clock stays where it is.',
    stepId,
    tone: 'time',
  };
}

/** What the deadline does, for an approval; a wait says it on its card. */
function thenWords(simulation: Simulation, step: StepState): string | null {
  const then = simulation.approvals.get(visitKey(step))?.then;
  if (then === undefined) return null;
  if (then === 'escalate') return 'Then others are asked.';
  return then === 'stop' ? 'Then the run stops.' : `Then it goes on by “${then.slice(5)}”.`;
}
