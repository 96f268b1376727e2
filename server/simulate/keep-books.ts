import type { Command } from '#server/engine/command.ts';
import { visitKey, type RunState } from '#server/engine/state.ts';
import type { Simulation } from './simulation.ts';

type Books = Pick<Simulation, 'outputs' | 'timers' | 'approvals' | 'waits'>;

/**
 * What the server's tables would hold after these commands: outputs, open timers, open approvals
 * and what is waited for. Which of them are still open is what the state says.
 */
export function keepBooks(before: Books, state: RunState, commands: readonly Command[]): Books {
  const outputs = new Map(before.outputs);
  const timers = new Map(before.timers);
  const approvals = new Map(before.approvals);
  const waits = new Map(before.waits);
  for (const command of commands) {
    switch (command.kind) {
      case 'save_output':
        outputs.set(command.visit.stepId, { output: command.output });
        break;
      case 'set_timer': {
        const { kind: _, tzdb: __, ...timer } = command;
        timers.set(timer.timerId, timer);
        break;
      }
      case 'move_timer': {
        const timer = timers.get(command.timerId);
        const { zone, dueAt } = command;
        if (timer !== undefined) timers.set(timer.timerId, { ...timer, zone, dueAt });
        break;
      }
      case 'open_approval': {
        const { kind: _, ...approval } = command;
        approvals.set(visitKey(command.visit), approval);
        break;
      }
      case 'escalate_approval': {
        const { assignees, deadlineAt, then, visit } = command;
        const approval = approvals.get(visitKey(visit));
        if (approval === undefined) break;
        approvals.set(visitKey(visit), { ...approval, assignees, deadlineAt, then });
        break;
      }
      case 'subscribe': {
        const { kind: _, ...wait } = command;
        waits.set(visitKey(command.visit), wait);
        break;
      }
      default:
        break;
    }
  }
  for (const id of timers.keys()) if (!state.timers.has(id)) timers.delete(id);
  for (const key of approvals.keys()) if (!state.approvals.has(key)) approvals.delete(key);
  for (const key of waits.keys()) {
    if (state.steps.get(key)?.status !== 'waiting_signal') waits.delete(key);
  }
  return { outputs, timers, approvals, waits };
}
