import { selectAll } from '#server/engine/edit/walk-selection.ts';
import { startAddingAfter } from '#components/editor/canvas/start-adding.ts';
import type { EditorOverlay, EditorState } from '#components/editor/editor-store.ts';
import { startConnecting } from '#components/editor/canvas/start-connecting.ts';
import { addNote, deleteChosen, duplicateChosen, toggleChosen } from './edit-chosen.ts';

/**
 * Everything that can be done to the whole draft or to what is chosen, once: the keys, the palette
 * and the list of keys all read it.
 */
export interface EditorCommand {
  readonly id: string;
  readonly label: string;
  readonly group: 'Steps' | 'Draft' | 'Look';
  /** How a key is pressed; null when the palette is the only way, or the browser hears it. */
  readonly press: Press | null;
  /** Shown beside it: `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys: readonly string[];
  /** Changes the draft: not for those who may look only. */
  readonly edits: boolean;
  /** False when there was nothing to do: then the key is the browser's. */
  readonly run: (state: EditorState) => boolean;
}

export interface Press {
  readonly key: string;
  readonly mod?: boolean;
  readonly shift?: boolean;
}

const did = (act: () => void): boolean => {
  act();
  return true;
};

const opens = (overlay: EditorOverlay) => (state: EditorState) =>
  did(() => state.openOverlay(overlay));

const command = (
  group: EditorCommand['group'],
  id: string,
  label: string,
  keys: readonly string[],
  press: Press | null,
  run: EditorCommand['run'],
  edits = false,
): EditorCommand => ({ id, label, group, press, keys, edits, run });

export const EDITOR_COMMANDS: readonly EditorCommand[] = [
  command(
    'Steps',
    'add',
    'Add a step',
    ['A'],
    { key: 'a' },
    (s) => did(() => startAddingAfter(s)),
    true,
  ),
  command(
    'Steps',
    'delete',
    'Delete what is chosen',
    ['Delete'],
    { key: 'delete' },
    deleteChosen,
    true,
  ),
  command(
    'Steps',
    'backspace',
    'Delete what is chosen',
    ['⌫'],
    { key: 'backspace' },
    deleteChosen,
    true,
  ),
  command(
    'Steps',
    'connect',
    'Connect to another step',
    ['C'],
    { key: 'c' },
    startConnecting,
    true,
  ),
  command('Steps', 'toggle', 'Turn off, or on again', ['D'], { key: 'd' }, toggleChosen, true),
  command(
    'Steps',
    'duplicate',
    'Duplicate',
    ['mod', 'D'],
    { key: 'd', mod: true },
    duplicateChosen,
    true,
  ),
  command('Steps', 'all', 'Choose all steps', ['mod', 'A'], { key: 'a', mod: true }, (s) =>
    did(() => s.select(selectAll(s.history.document))),
  ),
  command('Steps', 'none', 'Choose nothing', ['Esc'], { key: 'escape' }, (s) => {
    const chosen = s.selection.length > 0;
    s.select([]);
    return chosen;
  }),
  command('Draft', 'undo', 'Undo', ['mod', 'Z'], { key: 'z', mod: true }, (s) => did(s.undo), true),
  command(
    'Draft',
    'redo',
    'Redo',
    ['mod', 'Shift', 'Z'],
    { key: 'z', mod: true, shift: true },
    (s) => did(s.redo),
    true,
  ),
  command(
    'Draft',
    'redo_y',
    'Redo',
    ['mod', 'Y'],
    { key: 'y', mod: true },
    (s) => did(s.redo),
    true,
  ),
  command('Draft', 'note', 'Add a note', ['N'], { key: 'n' }, addNote, true),
  command(
    'Draft',
    'tidy',
    'Tidy up the drawing',
    ['T'],
    { key: 't' },
    (s) => s.change({ kind: 'tidy_up' }),
    true,
  ),
  command(
    'Draft',
    'try',
    'Try it without sending anything',
    ['R'],
    { key: 'r' },
    opens('simulate'),
  ),
  command('Draft', 'test', 'Run it on the server as a test', [], null, opens('test_run')),
  command('Draft', 'problems', 'Problems', ['P'], { key: 'p' }, opens('problems')),
  command('Draft', 'settings', 'Settings of the automation', [], null, opens('settings')),
  command('Draft', 'versions', 'Versions', ['V'], { key: 'v' }, opens('versions')),
  command('Draft', 'publish', 'Publish…', [], null, opens('publish')),
  command('Draft', 'import', 'Import or export', [], null, opens('import')),
  command('Look', 'view', 'Graph or list', ['L'], { key: 'l' }, (s) =>
    did(() => s.show(s.view === 'graph' ? 'list' : 'graph')),
  ),
  command(
    'Look',
    'commands',
    'Find a command or a step',
    ['mod', 'K'],
    { key: 'k', mod: true },
    opens('commands'),
  ),
  command('Look', 'shortcuts', 'Keys', ['?'], { key: '?' }, opens('shortcuts')),
];

/** The command that a key press asks for; null when none does. */
export function commandFor(event: KeyboardEvent): EditorCommand | null {
  if (event.altKey) return null;
  const mod = event.metaKey || event.ctrlKey;
  const key = event.key.toLowerCase();
  return (
    EDITOR_COMMANDS.find(
      ({ press }) =>
        press !== null &&
        press.key === key &&
        (press.mod ?? false) === mod &&
        (press.shift ?? false) === (event.shiftKey && mod),
    ) ?? null
  );
}
