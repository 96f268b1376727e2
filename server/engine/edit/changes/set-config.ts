import type { AutomationDocument, DocumentEdge, DocumentStep } from '../../document.ts';
import type { SetConfig } from '../change.ts';
import { isEdge, portOf, toEdge } from '../edges.ts';
import { applied, refused, type EditEnv, type Edited, type EditNotice } from '../edited.ts';
import { findStep, GONE, withStep } from '../find-step.ts';
import { danglingEdges, portsOf } from '../ports-of.ts';
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
  const edges = movedEdges(document, step, changed, { env, isRemoval: value === undefined });
  const next = { ...withStep(document, changed), edges };
  return applied(next, newlyDangling(document, next, env));
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
  before: DocumentStep,
  after: DocumentStep,
  { env, isRemoval }: { env: EditEnv; isRemoval: boolean },
): DocumentEdge[] {
  const old = portsOf(before, env.catalogue).map(({ id }) => id);
  const now = portsOf(after, env.catalogue).map(({ id }) => id);
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
      edge.from === after.id && portOf(edge) === port
        ? toEdge({ from: edge.from, port: renamed, to: edge.to })
        : edge,
    );
  }
  const vanished = new Set(isRemoval ? old.filter((id) => !now.includes(id)) : []);
  return document.edges.filter((edge) => edge.from !== after.id || !vanished.has(portOf(edge)));
}

function newlyDangling(
  before: AutomationDocument,
  after: AutomationDocument,
  { catalogue }: EditEnv,
): EditNotice[] {
  const known = danglingEdges(before, catalogue).map(toEdge);
  return danglingEdges(after, catalogue)
    .filter((ref) => !known.some((edge) => isEdge(edge, ref)))
    .map(({ from, port }) => ({
      code: 'dangling_edge',
      stepId: from,
      message: `This step has no way out called “${port}” any more: connect what followed it anew.`,
    }));
}
