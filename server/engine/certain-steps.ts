import type { DocumentGraph } from './document-graph.ts';
import { reachFrom } from './document-graph.ts';
import { JOIN_KIND } from './scope-stacks.ts';

/**
 * For each step, the steps that have certainly been completed when it is entered: those on every
 * path to it. Where arms meet in a join that waits for all of them, what is certain within any one
 * arm is certain after it.
 */
export function certainSteps(graph: DocumentGraph): Map<string, ReadonlySet<string>> {
  const ids = [...graph.reachable];
  const ways = new Map(ids.map((id) => [id, waysInto(graph, id)]));
  const certain = new Map<string, ReadonlySet<string>>();
  // Start from "everything" and take away until nothing changes, as dominators are computed.
  for (const id of ids) certain.set(id, new Set(ids));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [id, arms] of ways) {
      const next = new Set<string>();
      for (const arm of arms) for (const step of certainAfter(certain, arm)) next.add(step);
      if (next.size === certain.get(id)?.size) continue;
      certain.set(id, next);
      changed = true;
    }
  }
  return certain;
}

/** What is certain whichever of these steps the token comes from, itself included. */
function certainAfter(
  certain: ReadonlyMap<string, ReadonlySet<string>>,
  before: readonly string[],
): Set<string> {
  return inCommon(
    before.map((from) =>
      from === 'trigger' ? new Set<string>() : new Set([...(certain.get(from) ?? []), from]),
    ),
  );
}

/** The steps right before this one, in groups all of which have been passed: mostly just one. */
function waysInto(graph: DocumentGraph, id: string): string[][] {
  const before = (graph.predecessors.get(id) ?? []).filter(
    (from) => from === 'trigger' || graph.reachable.has(from),
  );
  return waitsForAll(graph, id) ? armsInto(graph, id, before) : [before];
}

function waitsForAll({ steps }: DocumentGraph, id: string): boolean {
  const facts = steps.get(id);
  if (facts?.step.kind !== JOIN_KIND || facts.step.disabled === true) return false;
  const mode = new Map(Object.entries(facts.config ?? {})).get('mode') ?? 'all';
  return mode === 'all';
}

/** The ways into a join by the arm that they belong to: those of one arm share a step of it. */
function armsInto(graph: DocumentGraph, join: string, before: readonly string[]): string[][] {
  const back = new Map(graph.predecessors);
  back.delete(join);
  const behind = new Map(before.map((from) => [from, reachFrom(back, [from])]));
  const shared = inCommon([...behind.values()]);
  const arms: { ways: string[]; own: Set<string> }[] = [];
  for (const [from, steps] of behind) {
    const own = new Set([...steps].filter((id) => !shared.has(id)));
    const arm = arms.find((other) => [...own].some((id) => other.own.has(id)));
    if (arm === undefined) arms.push({ ways: [from], own });
    else {
      arm.ways.push(from);
      for (const id of own) arm.own.add(id);
    }
  }
  return arms.map(({ ways }) => ways);
}

function inCommon(sets: readonly ReadonlySet<string>[]): Set<string> {
  const [first, ...rest] = sets;
  return new Set([...(first ?? [])].filter((id) => rest.every((set) => set.has(id))));
}
