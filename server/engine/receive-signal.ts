import { endOfChild, waitsForChild } from './await-child.ts';
import type { RunEvent } from './event.ts';
import { leaveStep } from './leave-step.ts';
import type { Refusal } from './refusal.ts';
import { stillOpen } from './refusal.ts';
import { visitKey } from './state.ts';
import type { Walk } from './walk.ts';
import { recordFact } from './walk.ts';

/** The signal that the visit waits for came; it is consumed in the same transaction. */
export function receiveSignal(
  walk: Walk,
  event: Extract<RunEvent, { kind: 'signal_received' }>,
): Refusal {
  const step = stillOpen(walk, event.visit);
  if (typeof step === 'string') return step;
  if (step.status !== 'waiting_signal') return `${visitKey(step)} waits for no signal.`;
  const { subscriptionId, signalId, signal, early, payload } = event;
  walk.commands.push({ kind: 'consume_signal', signalId, subscriptionId });
  recordFact(walk, step, {
    type: 'signal.received',
    data: { subscriptionId, signalId, signal, early },
  });
  if (waitsForChild(step)) endOfChild(walk, step, payload);
  else leaveStep(walk, step, { port: 'received', output: payload ?? null });
  return null;
}
