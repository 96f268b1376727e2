'use client';

import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { cn } from '#components/ui/cn.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import type { NavigationCounts, Viewer } from '#server/api/views/workspace-view.ts';
import { NavLink } from './nav-link.tsx';
import {
  type NavigationItem,
  SYSTEM_ITEMS,
  WORK_ITEMS,
  isCurrent,
  isDeepPage,
} from './navigation.ts';
import { useCounts } from './use-counts.ts';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** The rail at the left, folded to icons on pages that need the width. Phones have a bar instead. */
export function Rail({
  viewer,
  counts: initialCounts,
  onFind,
}: {
  viewer: Viewer;
  counts: NavigationCounts;
  onFind: () => void;
}) {
  const pathname = usePathname();
  const narrow = isDeepPage(pathname);
  const counts = useCounts(initialCounts);
  const link = (item: NavigationItem) => (
    <li key={item.href}>
      <NavLink
        item={item}
        current={isCurrent(item.href, pathname)}
        count={item.count === undefined ? 0 : counts[item.count.key]}
        narrow={narrow}
      />
    </li>
  );

  return (
    <div
      className={cn(
        'flex h-dvh shrink-0 flex-col border-r border-line bg-ground py-3 max-md:hidden',
        narrow ? 'w-rail-narrow items-center px-2' : 'w-rail px-2',
      )}
    >
      <WorkspaceMenu viewer={viewer} narrow={narrow} />
      {narrow ? (
        <IconButton label="Find anything (⌘K)" onClick={onFind} className="mt-2 size-9">
          <Search aria-hidden />
        </IconButton>
      ) : (
        <button
          type="button"
          onClick={onFind}
          className="mt-3 flex h-8 items-center gap-2 rounded-control border border-control bg-surface px-2 text-body text-ink-2 transition-colors hover:border-edge"
        >
          <Search aria-hidden className="size-4" />
          <span className="grow text-left">Find anything</span>
          <Kbd>⌘K</Kbd>
        </button>
      )}
      <nav
        aria-label="Main"
        className="-mx-1.5 mt-3 flex min-h-0 grow flex-col overflow-y-auto px-1.5 scrollbar-none"
      >
        <ul className="flex flex-col gap-px">{WORK_ITEMS.map(link)}</ul>
        {narrow ? (
          <div aria-hidden className="mx-1.5 my-2.5 border-t border-line" />
        ) : (
          <h2 className="px-2 pt-4 pb-1.5 text-caption font-medium text-ink-3">System</h2>
        )}
        <ul aria-label="System" className="flex flex-col gap-px">
          {SYSTEM_ITEMS.map(link)}
        </ul>
      </nav>
      <UserMenu viewer={viewer} narrow={narrow} />
    </div>
  );
}
