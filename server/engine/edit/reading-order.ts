import type { Catalogue } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import { portOf, TRIGGER } from './edges.ts';
import { portsOf } from './ports-of.ts';

/**
 * The trigger and all steps from top to bottom: a step comes after everything that leads to it
 * (loops back aside), the first port's path before the second's. What nothing leads to comes last.
 */
export function readingOrder(document: AutomationDocument, catalogue: Catalogue): string[] {
  const ways = waysOn(document, catalogue);
  const seen = new Set<string>();
  const order: string[] = [];
  for (const root of [TRIGGER, ...rootsFirst(document)]) {
    if (!seen.has(root)) order.push(...downFrom(root, ways, seen));
  }
  return order;
}

/** Where each step leads, in the order of its ports, each target once. */
export function waysOn(
  document: AutomationDocument,
  catalogue: Catalogue,
): ReadonlyMap<string, readonly string[]> {
  const present = new Set(document.steps.map(({ id }) => id));
  const leaving = Map.groupBy(
    document.edges.filter(({ to }) => present.has(to)),
    ({ from }) => from,
  );
  const ways = new Map<string, string[]>();
  const add = (id: string, ports: readonly string[]): void => {
    const rank = new Map(ports.map((port, index) => [port, index]));
    const edges = (leaving.get(id) ?? []).toSorted(
      (a, b) => (rank.get(portOf(a)) ?? Infinity) - (rank.get(portOf(b)) ?? Infinity) || 0,
    );
    ways.set(id, [...new Set(edges.map(({ to }) => to))]);
  };
  add(TRIGGER, []);
  for (const step of document.steps) {
    const ports = portsOf(step, catalogue).map(({ id }) => id);
    add(step.id, ports);
  }
  return ways;
}

/** Loose parts begin where nothing leads to, if there is such a place. */
function rootsFirst(document: AutomationDocument): string[] {
  const targets = new Set(document.edges.map(({ to }) => to));
  const ids = document.steps.map(({ id }) => id);
  return [...ids.filter((id) => !targets.has(id)), ...ids];
}

/** Reversed postorder, the last way first: that is top to bottom, the first way first. */
function downFrom(
  root: string,
  ways: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): string[] {
  const finished: string[] = [];
  const stack = [{ id: root, rest: [...(ways.get(root) ?? [])] }];
  seen.add(root);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.rest.pop();
    if (next === undefined) {
      finished.push(top.id);
      stack.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      stack.push({ id: next, rest: [...(ways.get(next) ?? [])] });
    }
  }
  return finished.toReversed();
}
