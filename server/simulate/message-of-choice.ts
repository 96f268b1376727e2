import { visitKey } from '#server/engine/state.ts';
import type { Choice } from './choice.ts';
import type { Message } from './message.ts';
import type { SimulatedWork } from './simulated-work.ts';
import type { Simulation } from './simulation.ts';
import { UNSUBSCRIBED } from './work-events.ts';

type WorkChoice = Extract<Choice, { kind: 'succeed' | 'skip_send' | 'fail' | 'fail_as_shown' }>;

/** What went out with the choice; null where nothing did. */
export function messageOfChoice(
  simulation: Simulation,
  choice: WorkChoice,
  work: SimulatedWork,
): Message | null {
  if (choice.kind === 'skip_send') {
    return { kind: 'skipped', reason: work.kind === 'skip' ? work.reason : UNSUBSCRIBED };
  }
  if (choice.kind !== 'succeed') return null;
  return previewOf(simulation, choice.visit, work);
}

/** What the step would send if its work went well now. */
export function previewOf(
  simulation: Simulation,
  visit: WorkChoice['visit'],
  work: SimulatedWork,
): Message | null {
  const approval = simulation.approvals.get(visitKey(visit));
  if (approval !== undefined) {
    const { channel, target: to, content, assignees } = approval;
    return { kind: 'approval', channel, to, content, assignees };
  }
  switch (work.kind) {
    case 'leave':
      return work.message;
    case 'child':
      return { kind: 'run', automation: work.automation, input: work.input };
    case 'skip':
      return { kind: 'skipped', reason: work.reason };
    case 'fail':
      return null;
  }
}
