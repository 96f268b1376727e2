import type { StepState } from '#server/engine/state.ts';
import { visitKey } from '#server/engine/state.ts';
import { expectedFields } from './expected-fields.ts';
import type { Simulation } from './simulation.ts';

/** What the awaited signal could carry: a reply as mail brings it, and whatever later steps read. */
export function sampleAnswer(simulation: Simulation, step: StepState): Record<string, unknown> {
  const { signal } = simulation.waits.get(visitKey(step)) ?? { signal: '' };
  const expected = expectedFields(simulation, step.stepId);
  if (signal !== 'email.reply') return expected;
  const { contact } = simulation;
  return {
    ...expected,
    from: contact?.email ?? 'someone@example.com',
    subject: 'Re: your email',
    text: 'Thank you, that sounds good. Tuesday at ten works for me.',
  };
}
