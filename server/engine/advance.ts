import type { Advance, AdvanceEnv } from './advance-env.ts';
import type { RunEvent } from './event.ts';
import type { Plan } from './plan.ts';
import type { RunState } from './state.ts';

/** Signature is final; the walk follows. */
export function advance(plan: Plan, state: RunState, event: RunEvent, env: AdvanceEnv): Advance {
  void plan;
  void event;
  void env;
  return { state, transitions: [], commands: [], touched: new Set(), refused: 'not built yet' };
}
