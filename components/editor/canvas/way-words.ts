import type { GraphEdge } from '#components/graph/graph-model.ts';
import type { OutlineRow } from './outline.ts';

type Names = ReadonlyMap<string, string>;

/** "Approved: Send it", "then back to Draft the email". */
export function jumpWords(edge: GraphEdge, nameOf: Names): string {
  const way = edge.label === null ? 'then' : `${edge.label}:`;
  return `${way} ${edge.back ? 'back to ' : ''}${nameOf.get(edge.to) ?? edge.to}`;
}

/** Where all ways of a step lead, for those who hear it: "Next: CRM task." */
export function nextWords({ node, ways }: OutlineRow, nameOf: Names): string {
  const led = ways.map((edge) =>
    edge.label === null
      ? `Next: ${edge.back ? 'back to ' : ''}${nameOf.get(edge.to) ?? edge.to}.`
      : `${jumpWords(edge, nameOf)}.`,
  );
  const open = node.ports
    .filter((port) => !port.connected)
    .map((port) => (node.ports.length === 1 ? 'Nothing follows.' : `${port.label}: ends here.`));
  const all = [...led, ...open];
  return all.length === 0 ? 'The path ends here.' : all.join(' ');
}
