'use client';

import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#components/ui/avatar.tsx';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '#components/ui/menu.tsx';
import type { Viewer } from '#server/api/views/workspace-view.ts';
import { signOut } from './session-actions.ts';
import { THEME_WORDS, THEMES, type Theme, applyTheme, currentTheme } from './theme.ts';

export function UserMenu({ viewer, narrow }: { viewer: Viewer; narrow: boolean }) {
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2 rounded-control p-1 text-left transition-colors hover:bg-ink/5 data-[state=open]:bg-ink/5"
        >
          <span className={narrow ? 'mx-auto inline-flex' : 'inline-flex'}>
            <Avatar name={viewer.name} />
          </span>
          <span className="sr-only">{narrow ? `${viewer.name}: your menu` : 'Your menu'}</span>
          {!narrow && (
            <span className="flex min-w-0 flex-col">
              <span className="text-body font-medium text-ink">{viewer.name}</span>
              <span className="text-caption text-ink-3">Times in {viewer.timezone}</span>
            </span>
          )}
        </button>
      }
    >
      <UserMenuItems viewer={viewer} />
    </Menu>
  );
}

/** Theme and sign-out, shared by the rail and the phone's "More". */
export function UserMenuItems({ viewer }: { viewer: Viewer }) {
  const [theme, setTheme] = useState<Theme>(currentTheme);
  const choose = (value: string): void => {
    const next = THEMES.find((candidate) => candidate === value) ?? 'system';
    applyTheme(next);
    setTheme(next);
  };
  return (
    <>
      <MenuLabel>
        {viewer.email}, {viewer.role}
      </MenuLabel>
      <MenuSeparator />
      <MenuLabel>Appearance</MenuLabel>
      <MenuRadioGroup value={theme} onValueChange={choose}>
        {THEMES.map((value) => (
          <MenuRadioItem
            key={value}
            value={value}
            onSelect={(event) => event.preventDefault()}
            className="relative"
          >
            {THEME_WORDS[value]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </>
  );
}
