'use client';

import { Ellipsis, Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '#components/ui/cn.ts';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx';
import type { NavigationCounts, Viewer } from '#server/api/views/workspace-view.ts';
import { PHONE_HREFS, SYSTEM_ITEMS, WORK_ITEMS, isCurrent, isDeepPage } from './navigation.ts';
import { useCounts } from './use-counts.ts';
import { UserMenuItems } from './user-menu.tsx';

const ALL = [...WORK_ITEMS, ...SYSTEM_ITEMS];
const ITEM =
  'relative flex h-14 w-full flex-col items-center justify-center gap-1 text-tag text-ink-2 [&_svg]:size-5';

/** The bar at the bottom of phones. Pages with actions of their own there have no such bar. */
export function PhoneBar({
  viewer,
  counts: initialCounts,
  onFind,
}: {
  viewer: Viewer;
  counts: NavigationCounts;
  onFind: () => void;
}) {
  const pathname = usePathname();
  const counts = useCounts(initialCounts);
  if (isDeepPage(pathname)) return null;
  const shown = PHONE_HREFS.flatMap((href) => ALL.filter((item) => item.href === href));
  const more = ALL.filter((item) => !PHONE_HREFS.includes(item.href));

  return (
    <nav
      aria-label="Main"
      className="shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-5">
        {shown.map((item) => {
          const Icon = item.icon;
          const count = item.count === undefined ? 0 : counts[item.count.key];
          const current = isCurrent(item.href, pathname);
          return (
            <li key={item.href}>
              <Link
                href={item.href}
                aria-current={current ? 'page' : undefined}
                className={cn(ITEM, current && 'font-semibold text-ink')}
              >
                <Icon aria-hidden />
                {item.short ?? item.label}
                {item.count !== undefined && count > 0 && (
                  <span
                    className={cn(
                      'absolute top-1 left-[calc(50%+4px)] inline-flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-mark leading-none font-semibold text-on-status tabular',
                      item.count.tone === 'held' ? 'bg-held' : 'bg-review',
                    )}
                  >
                    {count > 99 ? '99+' : count}
                    <span className="sr-only"> {item.count.words}</span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
        <li>
          <Menu
            side="top"
            trigger={
              <button type="button" className={ITEM}>
                <Ellipsis aria-hidden />
                More
              </button>
            }
          >
            <MenuItem onSelect={onFind}>
              <Search aria-hidden />
              Find anything
            </MenuItem>
            {more.map((item) => (
              <MenuItem key={item.href} asChild>
                <Link href={item.href}>
                  <item.icon aria-hidden />
                  {item.label}
                </Link>
              </MenuItem>
            ))}
            <MenuSeparator />
            <UserMenuItems viewer={viewer} />
          </Menu>
        </li>
      </ul>
    </nav>
  );
}
