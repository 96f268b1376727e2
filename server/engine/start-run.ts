import { limitAge } from './budgets.ts';
import type { RunEvent } from './event.ts';
import type { Refusal } from './refusal.ts';
import type { Walk } from './walk.ts';
import { recordFact } from './walk.ts';

/** The run begins: its budgets are set and one token enters each step that the trigger leads to. */
export function startRun(walk: Walk, event: Extract<RunEvent, { kind: 'run_started' }>): Refusal {
  const { version, trigger } = event;
  const { maxSteps } = walk.plan.settings;
  recordFact(walk, null, { type: 'run.started', data: { version, maxSteps, trigger } });
  limitAge(walk);
  walk.tokens = walk.plan.entry.map((stepId) => ({ stepId, scope: null, from: null }));
  return null;
}
