import { edgeId } from '#components/graph/graph-model.ts';
import type { GraphMarks, NodeMark } from '#components/graph/graph-marks.ts';
import { STEP_STATUS_WORDS } from '#components/ui/status-vocabulary.ts';
import { DEFAULT_PORT } from '#server/engine/document.ts';
import { isOpenStep } from '#server/engine/state.ts';
import type { Simulation } from '#server/simulate/simulation.ts';

/** The path that a simulation has taken, and where it stands, as marks on the graph. */
export function simulationMarks({ state, log, document }: Simulation): GraphMarks {
  const nodes = new Map<string, NodeMark>([
    ['trigger', { path: 'taken', status: STEP_STATUS_WORDS.done }],
  ]);
  const edges = new Map<string, 'taken' | 'next' | 'untaken'>();
  for (const step of state.steps.values()) {
    // Later visits stand over earlier ones.
    nodes.set(step.stepId, {
      path: isOpenStep(step.status) ? 'current' : 'taken',
      status: STEP_STATUS_WORDS[step.status],
      ...(step.iteration > 1 ? { fact: `visit ${step.iteration}` } : {}),
    });
  }
  for (const { transition } of log) {
    if (transition.type !== 'step.entered' || transition.stepId === null) continue;
    const { from } = transition.data;
    edges.set(
      from === null
        ? edgeId('trigger', DEFAULT_PORT, transition.stepId)
        : edgeId(from.stepId, from.port, transition.stepId),
      'taken',
    );
  }
  for (const step of document.steps) {
    if (nodes.get(step.id)?.path !== 'taken') continue;
    if (document.edges.some((edge) => edge.from === step.id)) continue;
    const end = `end:${step.id}`;
    nodes.set(end, { path: 'taken' });
    for (const port of ['', DEFAULT_PORT]) edges.set(edgeId(step.id, port, end), 'taken');
  }
  return { nodes, edges, nextTone: 'wait' };
}
