import type { Entry } from './definition.ts';
import { failStep } from './fail-step.ts';
import { computeInstant } from './instant.ts';
import { setTimer } from './set-timer.ts';
import type { Walk } from './walk.ts';
import { record } from './walk.ts';
import type { Entering } from './record-entered.ts';
import { recordEntered } from './record-entered.ts';

/** Waits for a moment. A rule that names no moment fails the step: it never means "now". */
export function enterTimerWait(
  walk: Walk,
  entering: Entering,
  { timer }: Extract<Entry, { kind: 'wait_timer' }>,
): void {
  const instant = computeInstant(timer, walk.env.runId, walk.env.now);
  if (!instant.ok) {
    failStep(walk, recordEntered(walk, entering, 'done', null).state, instant.error);
    return;
  }
  const { visit } = recordEntered(walk, entering, 'waiting_timer', null);
  setTimer(walk, visit, 'wait', timer, instant);
}

/** Waits for a signal, and until its deadline at the longest. */
export function enterSignalWait(
  walk: Walk,
  entering: Entering,
  { signal, correlationKey, deadline }: Extract<Entry, { kind: 'wait_signal' }>,
): void {
  const instant = computeInstant(deadline, walk.env.runId, walk.env.now);
  const error = !instant.ok
    ? instant.error
    : correlationKey.trim() === ''
      ? { code: 'empty_correlation_key', message: 'What to match the signal by turned out empty.' }
      : null;
  if (error !== null || !instant.ok) {
    const { state } = recordEntered(walk, entering, 'done', null);
    if (error !== null) failStep(walk, state, error);
    return;
  }
  const { visit } = recordEntered(walk, entering, 'waiting_signal', null);
  const subscriptionId = walk.env.newId('sub');
  walk.commands.push({ kind: 'subscribe', subscriptionId, visit, signal, correlationKey });
  record(walk, visit, { type: 'signal.awaited', data: { subscriptionId, signal } });
  setTimer(walk, visit, 'deadline', deadline, instant);
}
