import { visitKey, type StepState } from '#server/engine/state.ts';
import type { OfferedChoice } from './choice.ts';
import { previewOf } from './message-of-choice.ts';
import { simulatedWork, type SimulatedWork } from './simulated-work.ts';
import type { Simulation } from './simulation.ts';
import { workWords } from './work-words.ts';

/** What may become of a step that a worker is about to do. */
export function offeredWork(simulation: Simulation, step: StepState): OfferedChoice[] {
  const { stepId, iteration } = step;
  const visit = { stepId, iteration };
  const of = visitKey(step);
  const work = simulatedWork(simulation, visit);
  if (work.kind === 'fail') {
    return [
      {
        id: `${of} fails as shown`,
        choice: { kind: 'fail_as_shown', visit },
        label: 'The step fails',
        detail: work.error.message,
        stepId,
        tone: 'bad',
      },
    ];
  }
  if (work.kind === 'skip') return [skipOf(step, work.reason)];
  const preview = previewOf(simulation, visit, work);
  const words = workWords(preview);
  return [
    { ...succeedOf(step, work, words.done), ...sampleOf(work, preview?.kind) },
    ...(preview?.kind === 'email' && isMarketing(simulation, step)
      ? [skipOf(step, 'If the contact had unsubscribed.')]
      : []),
    ...failuresOf(step, words),
  ];
}

function succeedOf(step: StepState, _work: SimulatedWork, label: string): OfferedChoice {
  const { stepId, iteration } = step;
  return {
    id: `${visitKey(step)} succeeds`,
    choice: { kind: 'succeed', visit: { stepId, iteration } },
    label,
    detail: null,
    stepId,
    tone: 'good',
  };
}

/** Only answers from outside are worth editing. */
function sampleOf(work: SimulatedWork, message: string | undefined): { sample?: unknown } {
  const isAnswer = message === 'prompt' || message === 'http' || message === undefined;
  return work.kind === 'leave' && isAnswer ? { sample: work.output } : {};
}

function isMarketing({ plan }: Simulation, { stepId }: StepState): boolean {
  const config = plan.steps.get(stepId)?.config;
  return (
    typeof config === 'object' &&
    config !== null &&
    'purpose' in config &&
    config.purpose === 'marketing'
  );
}

function skipOf(step: StepState, detail: string): OfferedChoice {
  const { stepId, iteration } = step;
  return {
    id: `${visitKey(step)} skipped`,
    choice: { kind: 'skip_send', visit: { stepId, iteration } },
    label: 'Nothing is sent',
    detail,
    stepId,
    tone: 'neutral',
  };
}

function failuresOf(
  step: StepState,
  words: { readonly failsOnce: string; readonly failsForGood: string },
): OfferedChoice[] {
  const { stepId, iteration } = step;
  const visit = { stepId, iteration };
  const of = visitKey(step);
  return [
    {
      id: `${of} fails once`,
      choice: { kind: 'fail', visit, forGood: false },
      label: words.failsOnce,
      detail: 'The step tries again later, a limited number of times.',
      stepId,
      tone: 'bad',
    },
    {
      id: `${of} fails for good`,
      choice: { kind: 'fail', visit, forGood: true },
      label: words.failsForGood,
      detail: 'The step is not tried again.',
      stepId,
      tone: 'bad',
    },
  ];
}
