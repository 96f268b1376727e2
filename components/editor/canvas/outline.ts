import type { GraphEdge, GraphModel, GraphNode } from '#components/graph/graph-model.ts';

/** One line of the graph as a list. */
export interface OutlineRow {
  readonly node: GraphNode;
  /** 1 for the main path; one more inside of each branch. */
  readonly level: number;
  /** The branch that begins with this line, in words: "Approved". */
  readonly branch: string | null;
  /** Whose branch it is; null on the main path and further down a branch. */
  readonly branchOf: string | null;
  /** All ways on. */
  readonly ways: readonly GraphEdge[];
  /** Ways on that lead elsewhere than to the next line of this path. */
  readonly jumps: readonly GraphEdge[];
}

/**
 * The graph as lines from top to bottom. Where a step has several ways on, what only one of them
 * leads to stands indented below it; what several lead to goes on at the outer level. Each step has
 * one line, whatever loops there are; what nothing leads to comes last.
 */
export function outlineOf(model: GraphModel): OutlineRow[] {
  const nodes = new Map(model.nodes.map((node) => [node.id, node]));
  const forward = Map.groupBy(
    model.edges.filter((edge) => !edge.back && edge.from !== edge.to && nodes.has(edge.to)),
    (edge) => edge.from,
  );
  const entries = new Map<string, number>();
  for (const edges of forward.values())
    for (const { to } of edges) entries.set(to, (entries.get(to) ?? 0) + 1);
  const rows: OutlineRow[] = [];
  const placed = new Set<string>();
  const waysOf = Map.groupBy(model.edges, (edge) => edge.from);

  const walk = (start: Path): void => {
    // Paths that are still to be written, the next one last.
    const waiting: Path[] = [start];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const { id, level, held } = path;
      const node = nodes.get(id);
      if (node === undefined || placed.has(id) || held.has(id)) continue;
      placed.add(id);
      const onward = inPortOrder(node, forward.get(id) ?? []);
      rows.push({
        node,
        level,
        branch: path.branch?.label ?? null,
        branchOf: path.branch?.of ?? null,
        ways: waysOf.get(id) ?? [],
        jumps: [],
      });
      waiting.push(...pathsFrom(onward, path, node.name, forward).toReversed());
    }
  };
  const plain = { level: 1, branch: null, held: new Set<string>() };
  walk({ id: 'trigger', ...plain });
  for (const node of model.nodes) if (!entries.has(node.id)) walk({ id: node.id, ...plain });
  for (const node of model.nodes) walk({ id: node.id, ...plain });
  return withoutFollowers(rows);
}

interface Path {
  readonly id: string;
  readonly level: number;
  readonly branch: { readonly label: string; readonly of: string } | null;
  /** What an outer path goes on with: not for this one to write. */
  readonly held: ReadonlySet<string>;
}

function pathsFrom(
  onward: readonly GraphEdge[],
  { level, held }: Path,
  name: string,
  forward: ReadonlyMap<string, readonly GraphEdge[]>,
): Path[] {
  const [only, ...others] = onward;
  if (only === undefined) return [];
  if (others.length === 0) return [{ id: only.to, level, branch: null, held }];
  const reached = onward.map((edge) => reach(edge.to, forward, held));
  const times = new Map<string, number>();
  for (const set of reached) for (const id of set) times.set(id, (times.get(id) ?? 0) + 1);
  const shared = new Set([...times].flatMap(([id, count]) => (count > 1 ? [id] : [])));
  const inner = new Set([...held, ...shared]);
  return [
    ...onward.map(
      (edge): Path => ({
        id: edge.to,
        level: level + 1,
        branch: { label: edge.label ?? 'Next', of: name },
        held: inner,
      }),
    ),
    // In the order in which they were reached: what comes first stands first.
    ...[...shared].map((id): Path => ({ id, level, branch: null, held })),
  ];
}

function reach(
  from: string,
  forward: ReadonlyMap<string, readonly GraphEdge[]>,
  held: ReadonlySet<string>,
): Set<string> {
  const seen = new Set(held.has(from) ? [] : [from]);
  for (const id of seen)
    for (const { to } of forward.get(id) ?? []) if (!held.has(to)) seen.add(to);
  return seen;
}

function inPortOrder(node: GraphNode, edges: readonly GraphEdge[]): GraphEdge[] {
  const rank = new Map(node.ports.map((port, index) => [port.id, index]));
  const at = (edge: GraphEdge): number => rank.get(edge.port) ?? node.ports.length;
  const first = new Map<string, GraphEdge>();
  for (const edge of edges.toSorted((a, b) => at(a) - at(b)))
    if (!first.has(edge.to)) first.set(edge.to, edge);
  return [...first.values()];
}

/** A way on to the line right below, on the same path, needs no words; a branch's name says it. */
function withoutFollowers(rows: readonly OutlineRow[]): OutlineRow[] {
  return rows.map((row, index) => {
    const next = rows[index + 1];
    const follows = (edge: GraphEdge): boolean =>
      next?.node.id === edge.to && !edge.back && next.level === row.level && row.ways.length === 1;
    return { ...row, jumps: row.ways.filter((edge) => !follows(edge)) };
  });
}
