import type { RunState } from './state.ts';
import type { RunRows } from './state-from-rows.ts';
import { stateFromRows } from './state-from-rows.ts';

/** One place where the rows say something else than the history. */
export interface Difference {
  /** Dotted: `status`, `steps.approve/1.attempt`, `timers.tmr_1`. */
  readonly at: string;
  /** What the folded history says; undefined where it knows nothing of it. */
  readonly folded: unknown;
  /** What the rows say; undefined where there is no row. */
  readonly stored: unknown;
}

/**
 * Compares the fold of a run's transitions with its rows, leases and payloads aside. No
 * differences: the history is the truth that the rows show.
 */
export function compareFold(state: RunState, rows: RunRows): Difference[] {
  const stored = stateFromRows(rows);
  return [
    ...compareFields('', pick(state), pick(stored)),
    ...compareMaps('steps', state.steps, stored.steps),
    ...compareMaps('scopes', state.scopes, stored.scopes),
    ...compareMaps('timers', state.timers, stored.timers),
    ...compareMaps('approvals', state.approvals, stored.approvals),
  ];
}

function pick(state: RunState): object {
  const { version, status, outcome, seq, stepsLeft, cancelRequested } = state;
  return { version, status, outcome, seq, stepsLeft, cancelRequested };
}

/**
 * A log counts from 1 without a gap, and gives no number twice. The first entry where it does not:
 * several are kept in one row, so that no key of the table sees an overlap.
 */
export function checkNumbers(
  log: readonly { readonly seq: number }[],
): { readonly place: number; readonly seq: number }[] {
  const index = log.findIndex(({ seq }, nth) => seq !== nth + 1);
  const found = log[index];
  return found === undefined ? [] : [{ place: index + 1, seq: found.seq }];
}

function compareMaps(
  name: string,
  folded: ReadonlyMap<string, object>,
  stored: ReadonlyMap<string, object>,
): Difference[] {
  const differences: Difference[] = [];
  for (const key of new Set([...folded.keys(), ...stored.keys()])) {
    const at = `${name}.${key}`;
    const one = folded.get(key);
    const other = stored.get(key);
    if (one === undefined || other === undefined) {
      differences.push({ at, folded: one, stored: other });
    } else {
      differences.push(...compareFields(`${at}.`, one, other));
    }
  }
  return differences;
}

function compareFields(prefix: string, folded: object, stored: object): Difference[] {
  const others = new Map<string, unknown>(Object.entries(stored));
  const differences: Difference[] = [];
  for (const [field, value] of Object.entries(folded)) {
    const other = others.get(field);
    if (!same(value, other))
      differences.push({ at: `${prefix}${field}`, folded: value, stored: other });
  }
  return differences;
}

/** Fields are plain values, or a visit. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  return compareFields('', a, b).length === 0;
}
