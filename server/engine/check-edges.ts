import type { Problem } from './definition.ts';
import type { DocumentEdge } from './document.ts';
import { DEFAULT_PORT } from './document.ts';
import type { DocumentGraph, StepFacts } from './document-graph.ts';
import { FAILED } from './document-graph.ts';
import { error, warning } from './problem.ts';

/** Every connection leaves by a port that exists and leads to a step that exists, once. */
export function checkEdges(graph: DocumentGraph): Problem[] {
  const seen = new Set<string>();
  const problems = graph.document.edges.flatMap((edge) => {
    const key = JSON.stringify([edge.from, edge.port ?? DEFAULT_PORT, edge.to]);
    const repeated = seen.has(key);
    seen.add(key);
    const stepId = edge.from === 'trigger' ? null : edge.from;
    if (repeated) {
      return [error('duplicate_edge', `Remove the second connection to "${edge.to}".`, { stepId })];
    }
    return edgeProblem(graph, edge) ?? [];
  });
  return [...problems, ...[...graph.steps.values()].flatMap(unconnectedPorts)];
}

function edgeProblem({ steps }: DocumentGraph, edge: DocumentEdge): Problem | null {
  const { from, to, port = DEFAULT_PORT } = edge;
  const facts = from === 'trigger' ? null : steps.get(from);
  if (facts === undefined) {
    return error('edge_from_nowhere', `Remove the connection from "${from}": that step is gone.`, {
      stepId: steps.has(to) ? to : null,
    });
  }
  const stepId = facts === null ? null : from;
  if (!steps.has(to)) {
    const message = `Connect "${port}" to another step: "${to}" is gone.`;
    return error('edge_to_nowhere', message, { stepId });
  }
  if (facts === null) {
    if (port === DEFAULT_PORT) return null;
    return error('unknown_port', `The trigger has no way out called "${port}".`);
  }
  if (facts.ports === null || facts.ports.includes(port)) return null;
  const known = facts.ports.map((id) => `"${id}"`).join(', ');
  const instead = known === '' ? 'it has none' : `use one of ${known}`;
  return error('unknown_port', `This step has no way out called "${port}": ${instead}.`, {
    stepId,
  });
}

/**
 * An open port is an end, and often meant as one. It is surprising where something was chosen and
 * then nothing happens: a case without a next step, or a step whose main way out is the open one.
 */
function unconnectedPorts({ step, definition, ports, drawn }: StepFacts): Problem[] {
  if (definition === null || ports === null || step.disabled === true) return [];
  const own = ports.filter((port) => port !== FAILED);
  if (own.length < 2) return [];
  const open = own.filter((port) => !drawn.has(port));
  const surprising =
    definition.group === 'decide'
      ? open.filter((port) => port !== 'else')
      : open.filter((port) => port === own[0] && open.length < own.length);
  return surprising.map((port) =>
    warning('unconnected_port', `Nothing follows "${port}": the run ends there.`, {
      stepId: step.id,
    }),
  );
}
