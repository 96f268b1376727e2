import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportSource } from '#components/automations/transfer/read-import.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { Change, InsertAt, Place } from '#server/engine/edit/change.ts';
import {
  createHistory,
  endGesture,
  type History,
  recordChange,
  redo,
  undo,
} from '#server/engine/edit/history.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';

/**
 * What an open editor holds. Every edit, whether by mouse, keyboard, paste or import, goes through
 * `change`, so that undo, autosave and the simulator read one stream.
 */
export interface EditorState {
  readonly history: History;
  /** Ids of chosen steps, `trigger` among them, `note:<id>`, or one `edge:<id>`; the last leads. */
  readonly selection: readonly string[];
  /** The setting of the leading step that a person was sent to; null when none. */
  readonly field: string | null;
  /** Whether the drawing or its equal, the list, is shown. */
  readonly view: EditorView;
  /** What lies over or beside the drawing. */
  readonly open: EditorOverlay | null;
  /** A file that was dropped onto the editor, or an automation pasted into it; null when none was. */
  readonly incoming: ImportSource | null;
  /** Where a step is about to be added, and where its finder stands; null when it is closed. */
  readonly adding: Adding | null;
  /** The step whose ways on are being led elsewhere, in a list to search; null when it is closed. */
  readonly connecting: Connecting | null;
  /** What the last edit has to say: a refusal, or an edge that could not be healed. */
  readonly said: Said | null;

  /** Applies an edit. False, with `said`, when it does not fit; then nothing happened. */
  change: (change: Change, gesture?: string) => boolean;
  undo: () => void;
  redo: () => void;
  /** Ends a drag or a stay in a field: what follows is undone by itself. */
  endGesture: () => void;
  select: (ids: readonly string[], field?: string | null) => void;
  show: (view: EditorView) => void;
  /** Opens the step finder, or closes it with null. */
  startAdding: (adding: Adding | null) => void;
  /** Opens the list of steps to connect to, or closes it with null. */
  startConnecting: (connecting: Connecting | null) => void;
  /** Opens an overlay, or closes it with null. */
  openOverlay: (overlay: EditorOverlay | null) => void;
  /** Shows what importing this would do. */
  receive: (incoming: ImportSource) => void;
  /** Says one sentence about an edit, as a toast. */
  say: (tone: Said['tone'], message: string) => void;
  /** Begins anew with another document, such as the one that someone else saved. */
  restart: (document: AutomationDocument, usedIds: Iterable<string>) => void;
}

export interface Adding {
  readonly at: InsertAt;
  /** Only when a person chose the place. */
  readonly place?: Place;
  /** Where on the screen the finder opens, in CSS pixels. */
  readonly anchor: { readonly x: number; readonly y: number };
}

export interface Connecting {
  /** `trigger`, or a step's id. */
  readonly from: string;
  /** Where on the screen the list opens, in CSS pixels. */
  readonly anchor: { readonly x: number; readonly y: number };
}

export type EditorView = 'graph' | 'list';

export type EditorOverlay =
  | 'problems'
  | 'changes'
  | 'publish'
  | 'versions'
  | 'simulate'
  | 'test_run'
  | 'settings'
  | 'shortcuts'
  | 'commands'
  | 'import';

export interface Said {
  /** Rises with every sentence, so that the same one can be said twice. */
  readonly nr: number;
  readonly tone: 'refusal' | 'notice';
  readonly message: string;
}

export type EditorStore = StoreApi<EditorState>;

export function createEditorStore(
  document: AutomationDocument,
  usedIds: Iterable<string>,
): EditorStore {
  return createStore<EditorState>()((set, get) => ({
    history: createHistory(document, usedIds),
    selection: [],
    field: null,
    view: 'graph',
    open: null,
    incoming: null,
    adding: null,
    connecting: null,
    said: null,
    change: (change, gesture) => {
      const recorded = recordChange(get().history, change, stepCatalogue, gesture);
      if (!recorded.ok) {
        get().say('refusal', recorded.message);
        return false;
      }
      set(stillThere(recorded.history, get().selection));
      for (const notice of recorded.notices) get().say('notice', notice.message);
      return true;
    },
    undo: () => set((state) => stillThere(undo(state.history), state.selection)),
    redo: () => set((state) => stillThere(redo(state.history), state.selection)),
    endGesture: () => set((state) => ({ history: endGesture(state.history) })),
    select: (ids, field = null) => set({ selection: ids, field }),
    show: (view) => set({ view }),
    startAdding: (adding) => set({ adding }),
    startConnecting: (connecting) => set({ connecting }),
    openOverlay: (open) => set({ open, incoming: null }),
    receive: (incoming) => set({ open: 'import', incoming }),
    say: (tone, message) =>
      set((state) => ({ said: { nr: (state.said?.nr ?? 0) + 1, tone, message } })),
    restart: (next, used) =>
      set((state) => ({
        ...stillThere(createHistory(next, [...state.history.usedIds, ...used]), state.selection),
        field: null,
      })),
  }));
}

/** A step that an edit removed is no longer chosen. */
function stillThere(
  history: History,
  selection: readonly string[],
): Pick<EditorState, 'history' | 'selection'> {
  const there = new Set([
    'trigger',
    ...history.document.steps.map((step) => step.id),
    ...(history.document.notes ?? []).map((note) => `note:${note.id}`),
  ]);
  const kept = selection.filter((id) => there.has(id));
  return { history, selection: kept.length === selection.length ? selection : kept };
}
