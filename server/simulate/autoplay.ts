import type { Choice, OfferedChoice, Policy } from './choice.ts';
import { choose } from './choose.ts';
import { timersInOrder } from './due-timers.ts';
import { simulationChoices } from './offered-choices.ts';
import type { Simulation } from './simulation.ts';

/** Most choices that one play makes; a loop without end stops there, unfinished. */
const MOST_CHOICES = 500;

/**
 * Plays on by itself until the run ends or `limit` choices were made: work first, then people,
 * and time where nothing else is left.
 */
export function autoplay(
  simulation: Simulation,
  policy: Policy,
  limit: number = MOST_CHOICES,
): Simulation {
  let played = simulation;
  for (let count = 0; count < limit; count += 1) {
    const choice = nextChoice(played, policy);
    if (choice === null) return played;
    const next = choose(played, choice);
    if (next === played) return played;
    played = next;
  }
  return played;
}

/** What the policy would choose now; null when nothing is left to choose. */
function nextChoice(simulation: Simulation, policy: Policy): Choice | null {
  const offered = simulationChoices(simulation);
  const wanted =
    offered.find(({ choice }) => isWork(choice) && suits(choice, policy)) ??
    offered.find(({ choice }) => isCertain(choice)) ??
    offered.find(({ choice }) => isPeople(choice) && suits(choice, policy)) ??
    soonest(simulation, offered);
  return wanted?.choice ?? null;
}

const isWork = ({ kind }: Choice): boolean => kind === 'succeed' || kind === 'fail';

/** What comes of the step whatever the policy: nothing better and nothing worse was offered. */
const isCertain = ({ kind }: Choice): boolean => kind === 'skip_send' || kind === 'fail_as_shown';

const isPeople = ({ kind }: Choice): boolean =>
  kind === 'decide' || kind === 'answer' || kind === 'child_ends';

function suits(choice: Choice, policy: Policy): boolean {
  const unlucky = policy === 'unlucky';
  switch (choice.kind) {
    case 'succeed':
      return !unlucky;
    case 'fail':
      return unlucky && choice.forGood;
    case 'decide':
      return policy !== 'silent' && choice.decision === (unlucky ? 'rejected' : 'approved');
    case 'child_ends':
      return policy !== 'silent' && choice.status === (unlucky ? 'failed' : 'done');
    case 'answer':
      return policy === 'happy';
    default:
      return false;
  }
}

/** Time passes to the soonest timer that is offered, or at last to the run's age limit. */
function soonest(
  simulation: Simulation,
  offered: readonly OfferedChoice[],
): OfferedChoice | undefined {
  for (const { timerId } of timersInOrder(simulation)) {
    const found = offered.find(
      ({ choice }) => choice.kind === 'let_time_pass' && choice.timerId === timerId,
    );
    if (found !== undefined) return found;
  }
  return offered.find(({ choice }) => choice.kind === 'get_too_old');
}
