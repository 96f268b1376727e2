/** Kinds whose meaning the core itself knows, because they open and close scopes. */
const PARALLEL_KIND = 'parallel';
export const JOIN_KIND = 'join';

/**
 * In which parallels' arms a step stands, found by walking every edge from the trigger:
 * leaving a parallel pushes it, leaving a join pops the innermost.
 */
export interface ScopeGraph {
  /** Kind per step id; a disabled step neither opens nor closes a scope. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly successors: ReadonlyMap<string, readonly string[]>;
}

type Stack = readonly string[];

/** Enough to show that a step is reached with different stacks, without following them all. */
const MOST_STACKS = 2;

/**
 * The stacks with which each reachable step is entered, outermost parallel first. More than one
 * means that arms and the main path are mixed, which `checkDocument` refuses.
 */
export function scopeStacks(graph: ScopeGraph): Map<string, Stack[]> {
  const stacks = new Map<string, Stack[]>();
  const queue: { id: string; stack: Stack }[] = [];
  for (const id of graph.successors.get('trigger') ?? []) queue.push({ id, stack: [] });
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
    const { id, stack } = item;
    const kind = graph.kinds.get(id);
    if (kind === undefined) continue;
    const seen = stacks.get(id) ?? [];
    if (seen.length >= MOST_STACKS || seen.some((other) => same(other, stack))) continue;
    seen.push(stack);
    stacks.set(id, seen);
    const after =
      kind === PARALLEL_KIND ? [...stack, id] : kind === JOIN_KIND ? stack.slice(0, -1) : stack;
    for (const next of graph.successors.get(id) ?? []) queue.push({ id: next, stack: after });
  }
  return stacks;
}

/** The join of each reachable parallel: the first join that is entered from inside its arms. */
export function joinsOfParallels(
  graph: ScopeGraph,
  stacks: ReadonlyMap<string, readonly Stack[]>,
): Map<string, string | null> {
  const joins = new Map<string, string | null>();
  for (const [id, kind] of graph.kinds) if (kind === PARALLEL_KIND) joins.set(id, null);
  for (const [id, entered] of stacks) {
    const parallel = graph.kinds.get(id) === JOIN_KIND ? entered[0]?.at(-1) : undefined;
    if (parallel !== undefined && joins.get(parallel) === null) joins.set(parallel, id);
  }
  return joins;
}

function same(a: Stack, b: Stack): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
