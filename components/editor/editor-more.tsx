'use client';

import { FileJson, FlaskConical, History, Keyboard, MoreHorizontal, Settings2 } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { useEditorStore, useFacts } from './editor-context.tsx';

/** What is done to the whole draft, and not often. */
export function EditorMore() {
  const store = useEditorStore();
  const { mayRun } = useFacts();
  const open = store.getState().openOverlay;
  return (
    <Menu
      trigger={
        <IconButton label="More">
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      {mayRun && (
        <MenuItem onSelect={() => open('test_run')}>
          <FlaskConical aria-hidden />
          Run it on the server as a test…
        </MenuItem>
      )}
      <MenuItem onSelect={() => open('versions')}>
        <History aria-hidden />
        Versions
      </MenuItem>
      <MenuItem onSelect={() => open('settings')}>
        <Settings2 aria-hidden />
        Settings
      </MenuItem>
      <MenuItem onSelect={() => open('import')}>
        <FileJson aria-hidden />
        Import or export
      </MenuItem>
      <MenuItem onSelect={() => open('shortcuts')}>
        <Keyboard aria-hidden />
        Keys
      </MenuItem>
    </Menu>
  );
}
