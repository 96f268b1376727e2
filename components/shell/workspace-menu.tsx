'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem } from '#components/ui/menu.tsx';
import type { Viewer } from '#server/api/views/workspace-view.ts';
import { Logo } from './logo.tsx';
import { listWorkspaces, switchWorkspace } from './session-actions.ts';

/** The workspace in view, and the others that the reader belongs to. */
export function WorkspaceMenu({ viewer, narrow }: { viewer: Viewer; narrow: boolean }) {
  const { organisation } = viewer;
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Workspace ${organisation.name}: switch`}
          className="flex h-9 shrink-0 items-center gap-2 rounded-control px-1.5 text-left text-body font-semibold transition-colors hover:bg-ink/5"
        >
          <Logo />
          {!narrow && (
            <>
              <span className="min-w-0 grow truncate">{organisation.name}</span>
              <ChevronsUpDown aria-hidden className="size-4 text-ink-2" />
            </>
          )}
        </button>
      }
    >
      <WorkspaceChoices current={organisation} />
    </Menu>
  );
}

function WorkspaceChoices({ current }: { current: Viewer['organisation'] }) {
  const workspaces = useQuery({ queryKey: ['workspaces'], queryFn: listWorkspaces });
  const others = (workspaces.data ?? []).filter((workspace) => workspace.id !== current.id);
  return (
    <>
      <MenuLabel>Workspaces</MenuLabel>
      <MenuRadioGroup
        value={current.id}
        onValueChange={(id) => {
          if (id !== current.id) void switchWorkspace(id);
        }}
      >
        {[current, ...others].map((workspace) => (
          <MenuRadioItem key={workspace.id} value={workspace.id} className="relative">
            {workspace.name}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <p className="px-2 py-1.5 text-caption text-ink-3">Its own zone is {current.timezone}</p>
    </>
  );
}
