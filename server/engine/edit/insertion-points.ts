import type { Catalogue } from '../definition.ts';
import type { AutomationDocument, DocumentStep } from '../document.ts';
import { DEFAULT_PORT } from '../document.ts';
import type { InsertAt } from './change.ts';
import { portOf, refOf, TRIGGER, withoutRepeats } from './edges.ts';
import { ownPorts } from './ports-of.ts';

/** Where a step can be put so that a path leads to it: where "+" stands. */
export type InsertionPoint = Exclude<InsertAt, { kind: 'free' }>;

/**
 * Every edge, and every port that nothing follows. The `failed` port of a step that may only
 * perhaps have one counts once an edge leaves by it.
 */
export function insertionPoints(
  document: AutomationDocument,
  catalogue: Catalogue,
): InsertionPoint[] {
  const present = new Set([TRIGGER, ...document.steps.map(({ id }) => id)]);
  const drawn = withoutRepeats(document.edges).filter(
    ({ from, to }) => present.has(from) && present.has(to),
  );
  const used = new Set(drawn.map((edge) => JSON.stringify([edge.from, portOf(edge)])));
  const open = [
    { from: TRIGGER, port: DEFAULT_PORT },
    ...document.steps.flatMap((step) =>
      waysOut(step, catalogue).map((port) => ({ from: step.id, port })),
    ),
  ].filter(({ from, port }) => !used.has(JSON.stringify([from, port])));
  return [
    ...drawn.map((edge): InsertionPoint => ({ kind: 'edge', ...refOf(edge) })),
    ...open.map((port): InsertionPoint => ({ kind: 'port', ...port })),
  ];
}

/** One text per point, for React keys and look-ups. */
export function insertionKey(at: InsertionPoint): string {
  return at.kind === 'edge' ? `${at.from}:${at.port}:${at.to}` : `${at.from}:${at.port}:`;
}

function waysOut(step: DocumentStep, catalogue: Catalogue): string[] {
  return catalogue.has(step.kind) ? ownPorts(step, catalogue).map(({ id }) => id) : [DEFAULT_PORT];
}
