import { advance } from '#server/engine/advance.ts';
import type { AdvanceEnv } from '#server/engine/advance-env.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { keepBooks } from './keep-books.ts';
import { contactZone, dataOf } from './sample-data.ts';
import type { Simulation, SimulationProblem } from './simulation.ts';
import { CHOSEN_FAILURE } from './chosen-failure.ts';
import type { Transition } from '#server/engine/transition.ts';

/** Half of the longest: retries come when most of them would. */
const JITTER = 0.5;
const TZDB = 'simulated';

interface Ids {
  used: number;
}

function envOf(simulation: Simulation, ids: Ids, actor: string): AdvanceEnv {
  return {
    runId: simulation.runId,
    now: simulation.now,
    random: JITTER,
    newId: (prefix) => {
      ids.used += 1;
      return `${prefix}_sample_${ids.used}`;
    },
    actor,
    data: dataOf(simulation),
    contactZone: contactZone(simulation),
    render: renderTemplate,
    catalogue: simulation.catalogue,
    tzdb: TZDB,
  };
}

/**
 * Lets one event happen, as the server would: the same core decides. An event that changes nothing
 * gives the same simulation back.
 */
export function happen(simulation: Simulation, event: RunEvent, actor: string): Simulation {
  const ids: Ids = { used: simulation.ids };
  const env = envOf(simulation, ids, actor);
  const result = advance(simulation.plan, simulation.state, event, env);
  if (result.refused !== null) return simulation;
  const { now: at } = simulation;
  return {
    ...simulation,
    ...keepBooks(simulation, result.state, result.commands),
    state: result.state,
    ids: ids.used,
    log: [...simulation.log, ...result.transitions.map((transition) => ({ at, transition }))],
    problems: [
      ...simulation.problems,
      ...result.transitions.flatMap((transition) => problemIn(transition, at) ?? []),
    ],
  };
}

/** A step that failed by what is written in it; one that the person let fail is no problem. */
function problemIn(transition: Transition, at: number): SimulationProblem | null {
  if (transition.type !== 'step.failed' || transition.stepId === null) return null;
  const { code, message } = transition.data;
  if (code === CHOSEN_FAILURE.code || code === 'child_failed') return null;
  const visit = { stepId: transition.stepId, iteration: transition.iteration ?? 1 };
  const field = /^In “([^”]+)”: /.exec(message)?.[1] ?? null;
  return { visit, at, error: { code, message }, field };
}
