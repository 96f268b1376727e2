import { RUN_STATUS_WORDS, STEP_STATUS_WORDS } from '#components/ui/status-vocabulary.ts';
import { isOpenRun, isOpenStep } from '#server/engine/state.ts';
import { clockWords } from '#server/simulate/clock-words.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { simulationStory } from './simulation-story.ts';

/** Where a simulation stands, in one sentence, for those who hear it. */
export function simulationNews(simulation: Simulation): string {
  const { status } = simulation.state;
  const at = clockWords(simulation);
  if (!isOpenRun(status)) {
    return `The run has ended at ${at}: ${RUN_STATUS_WORDS[status].word.toLowerCase()}.`;
  }
  const standing = simulationStory(simulation).filter((part) => isOpenStep(part.status));
  const words = standing.map(
    ({ name, status: now }) => `${name}: ${STEP_STATUS_WORDS[now].word.toLowerCase()}`,
  );
  return `${at}. ${words.join('; ')}.`;
}
