import type { Catalogue, Problem } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import { error, warning } from '../problem.ts';
import { TRIGGER } from './edges.ts';
import { danglingEdges } from './ports-of.ts';

/** What would leave the editor with steps that it cannot tell apart, or edges that end in the air. */
export function brokenParts(document: AutomationDocument): Problem[] {
  const ids = document.steps.map(({ id }) => id);
  const present = new Set(ids);
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const notes = (document.notes ?? []).map(({ id }) => id);
  return [
    ...[...twice].map((stepId) =>
      error('duplicate_step_id', `Several steps have the id "${stepId}".`, { stepId }),
    ),
    ...(new Set(notes).size < notes.length
      ? [error('duplicate_note_id', 'Several notes have the same id.', { field: 'notes' })]
      : []),
    ...document.edges.flatMap(({ from, to }, index) => {
      const place = { field: `edges.${index}` };
      const end = from !== TRIGGER && !present.has(from) ? from : !present.has(to) ? to : null;
      if (end === null) return [];
      const message = `A connection from "${from}" to "${to}": there is no step "${end}".`;
      return [error('edge_to_nowhere', message, place)];
    }),
    ...document.steps.flatMap(({ id: stepId, compensateWith }) =>
      compensateWith === undefined || present.has(compensateWith)
        ? []
        : [
            error(
              'unknown_compensation',
              `There is no step "${compensateWith}" to undo this one.`,
              {
                stepId,
              },
            ),
          ],
    ),
  ];
}

/** What can be shown, and should be looked at. Publishing has a say about these as well. */
export function oddParts(document: AutomationDocument, catalogue: Catalogue): Problem[] {
  return [
    ...document.steps
      .filter(({ kind }) => !catalogue.has(kind))
      .map(({ id: stepId, kind }) =>
        warning('unknown_kind', `There is no kind of step called "${kind}" here.`, { stepId }),
      ),
    ...document.edges
      .filter(({ from, to }) => from === to)
      .map(({ from: stepId }) =>
        warning('self_loop', 'This step leads to itself: put another one in between.', { stepId }),
      ),
    ...danglingEdges(document, catalogue).map(({ from, port }) =>
      warning('unknown_port', `This step has no way out called "${port}".`, {
        stepId: from === TRIGGER ? null : from,
      }),
    ),
  ];
}
