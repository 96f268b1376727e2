import type { AutomationDocument, DocumentEdge, DocumentStep } from '../../document.ts';
import type { SetConfig } from '../change.ts';
import { portOf, toEdge } from '../edges.ts';
import { applied, refused, type EditEnv, type Edited, type EditNotice } from '../edited.ts';
import { findStep, GONE, withStep } from '../find-step.ts';
import { portsOf } from '../ports-of.ts';
import { isSameJson } from '../same-json.ts';
import { setAtPath } from '../set-at-path.ts';

export function setConfig(document: AutomationDocument, change: SetConfig, env: EditEnv): Edited {
  const step = findStep(document, change.stepId);
  if (step === undefined) return refused(GONE);
  const { path, value } = change;
  const edit = setAtPath(step.config, path, value);
  if (!edit.ok) return refused('The field that was changed is gone.');
  if (!isGroup(edit.value)) return refused('The settings of a step are a group of fields.');
  if (isSameJson(edit.value, step.config)) return applied(document);
  const changed = { ...step, config: edit.value };
  const ports = {
    old: portsOf(step, env.catalogue).map(({ id }) => id),
    now: portsOf(changed, env.catalogue).map(({ id }) => id),
  };
  const edges = movedEdges(document, step.id, ports, value === undefined);
  const next = { ...withStep(document, changed), edges };
  return applied(next, newlyDangling(edges, step.id, ports));
}

/** Ids of the step's ports before the change and after it. */
interface Ports {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

function isGroup(value: unknown): value is DocumentStep['config'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Edges keep up with the ports: one whose port was given another id goes along, those of a case or
 * arm that was taken out go with it. Any other edge stays, so that half-typed settings cost nothing.
 */
function movedEdges(
  document: AutomationDocument,
  stepId: string,
  { old, now }: Ports,
  isRemoval: boolean,
): DocumentEdge[] {
  const moved = old.filter((id, index) => now[index] !== id);
  const [port] = moved;
  const renamed = port === undefined ? undefined : now[old.indexOf(port)];
  if (
    old.length === now.length &&
    moved.length === 1 &&
    port &&
    renamed &&
    !old.includes(renamed)
  ) {
    return document.edges.map((edge) =>
      edge.from === stepId && portOf(edge) === port
        ? toEdge({ from: edge.from, port: renamed, to: edge.to })
        : edge,
    );
  }
  const vanished = new Set(isRemoval ? old.filter((id) => !now.includes(id)) : []);
  // The very same list: whoever draws edges need not look again at every key.
  if (vanished.size === 0) return document.edges;
  return document.edges.filter((edge) => edge.from !== stepId || !vanished.has(portOf(edge)));
}

/** Only the step itself is looked at: this runs on every key that is typed. */
function newlyDangling(
  edges: readonly DocumentEdge[],
  stepId: string,
  { old, now }: Ports,
): EditNotice[] {
  return edges
    .filter(({ from }) => from === stepId)
    .map(portOf)
    .filter((port) => old.includes(port) && !now.includes(port))
    .map((port) => ({
      code: 'dangling_edge',
      stepId,
      message: `This step has no way out called “${port}” any more: connect what followed it anew.`,
    }));
}
