import type { Catalogue } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import { applyChange } from './apply-change.ts';
import type { Change } from './change.ts';
import type { EditNotice, Refused } from './edited.ts';
import { idsUsedBy } from './mint-step-id.ts';

/**
 * A draft under edit with what can be undone. Documents share what did not change, so that keeping
 * them whole costs little, and undo gives back the very object from before.
 *
 *   record ──► past grows, future is dropped      undo: past ──► future      redo: future ──► past
 *
 * The ids of steps stay used through all of it: an undone step keeps its id for redo.
 */
export interface History {
  readonly document: AutomationDocument;
  /** Every step id ever: from before, of deleted steps, of undone ones. */
  readonly usedIds: ReadonlySet<string>;
  /** Oldest first. */
  readonly past: readonly HistoryEntry[];
  /** Next to be redone last. */
  readonly future: readonly HistoryEntry[];
}

export interface HistoryEntry {
  /** The last change, where several became one. */
  readonly change: Change;
  readonly before: AutomationDocument;
  readonly after: AutomationDocument;
  /** The drag or the stay in a field that it belongs to; null once that is over. */
  readonly gesture: string | null;
}

export type Recorded =
  | { readonly ok: true; readonly history: History; readonly notices: readonly EditNotice[] }
  | Refused;

/** How far back undo goes. */
export const MOST_UNDOS = 500;

export function createHistory(document: AutomationDocument, usedIds: Iterable<string>): History {
  return { document, usedIds: idsUsedBy(document, new Set(usedIds)), past: [], future: [] };
}

/**
 * Applies a change and remembers it. Changes of one `gesture` in a row (one drag, one stay in one
 * field) are undone together. A change that changes nothing leaves the history as it is.
 */
export function recordChange(
  history: History,
  change: Change,
  catalogue: Catalogue,
  gesture: string | null = null,
): Recorded {
  const { document, usedIds } = history;
  const edited = applyChange(document, change, { catalogue, usedIds });
  if (!edited.ok) return edited;
  if (edited.document === document) return { ok: true, history, notices: edited.notices };
  const last = history.past.at(-1);
  const goesOn = gesture !== null && last?.gesture === gesture;
  const entry = {
    change,
    before: goesOn ? last.before : document,
    after: edited.document,
    gesture,
  };
  const past = [...(goesOn ? history.past.slice(0, -1) : history.past), entry];
  return {
    ok: true,
    notices: edited.notices,
    history: {
      document: edited.document,
      usedIds: idsUsedBy(edited.document, usedIds),
      past: past.slice(-MOST_UNDOS),
      future: [],
    },
  };
}

/** The drag is over, the field was left: what comes next is undone by itself. */
export function endGesture(history: History): History {
  const last = history.past.at(-1);
  if (last === undefined || last.gesture === null) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...last, gesture: null }] };
}

/** One step back; the same object where there is none. */
export function undo(history: History): History {
  const entry = history.past.at(-1);
  if (entry === undefined) return history;
  return {
    ...history,
    document: entry.before,
    past: history.past.slice(0, -1),
    future: [...history.future, { ...entry, gesture: null }],
  };
}

/** One step forward again; the same object where there is none. */
export function redo(history: History): History {
  const entry = history.future.at(-1);
  if (entry === undefined) return history;
  return {
    ...history,
    document: entry.after,
    past: [...history.past, entry],
    future: history.future.slice(0, -1),
  };
}

export function canUndo({ past }: History): boolean {
  return past.length > 0;
}

export function canRedo({ future }: History): boolean {
  return future.length > 0;
}
