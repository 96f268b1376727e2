import { DEFAULT_PORT } from '#server/engine/document.ts';
import { portsOf } from '#server/engine/edit/ports-of.ts';
import type { StepStatus } from '#server/engine/state.ts';
import { visitKey } from '#server/engine/state.ts';
import type { SentMessage, Simulation, SimulationProblem } from '#server/simulate/simulation.ts';

/** One visit of one step, with all that it would have sent and all that went wrong in it. */
export interface StoryPart {
  readonly key: string;
  readonly stepId: string;
  readonly name: string;
  readonly iteration: number;
  /** Epoch milliseconds on the simulated clock. */
  readonly enteredAt: number;
  readonly status: StepStatus;
  /** The name of the way it left by; null while it stands, or where there is only one way. */
  readonly port: string | null;
  readonly messages: readonly SentMessage[];
  readonly problems: readonly SimulationProblem[];
}

/** What happened in a simulation, visit by visit in the order in which they began. */
export function simulationStory(simulation: Simulation): StoryPart[] {
  const names = new Map(simulation.document.steps.map((step) => [step.id, step.name]));
  return simulation.log.flatMap(({ at, transition }): StoryPart[] => {
    if (transition.type !== 'step.entered' || transition.stepId === null) return [];
    const visit = { stepId: transition.stepId, iteration: transition.iteration ?? 1 };
    const key = visitKey(visit);
    const step = simulation.state.steps.get(key);
    if (step === undefined) return [];
    const ofVisit = ({ visit: other }: SentMessage | SimulationProblem): boolean =>
      visitKey(other) === key;
    return [
      {
        key,
        ...visit,
        name: names.get(visit.stepId) ?? visit.stepId,
        enteredAt: at,
        status: step.status,
        port: wayWords(simulation, visit.stepId, step.port),
        messages: simulation.messages.filter(ofVisit),
        problems: simulation.problems.filter(ofVisit),
      },
    ];
  });
}

/** As the author called the way, or its kind does. */
function wayWords(
  { document, catalogue }: Simulation,
  stepId: string,
  port: string | null,
): string | null {
  if (port === null || port === DEFAULT_PORT) return null;
  const step = document.steps.find(({ id }) => id === stepId);
  const ports = step === undefined ? [] : portsOf(step, catalogue);
  return ports.find(({ id }) => id === port)?.label ?? port;
}
