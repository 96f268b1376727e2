'use client';

import Link from 'next/link';
import { cn } from '#components/ui/cn.ts';
import { Tooltip } from '#components/ui/tooltip.tsx';
import type { NavigationItem } from './navigation.ts';

const COUNT_TEXT = { held: 'text-held', review: 'text-review' } as const;
const COUNT_FILL = { held: 'bg-held text-on-status', review: 'bg-review text-on-status' } as const;

/** One place to go, with the number of things that wait there for a person. */
export function NavLink({
  item,
  current,
  count,
  narrow,
}: {
  item: NavigationItem;
  current: boolean;
  count: number;
  narrow: boolean;
}) {
  const Icon = item.icon;
  const words = item.count === undefined || count === 0 ? '' : `, ${count} ${item.count.words}`;
  const link = (
    <Link
      href={item.href}
      aria-current={current ? 'page' : undefined}
      {...(narrow ? { 'aria-label': `${item.label}${words}` } : {})}
      className={cn(
        'relative flex items-center rounded-control font-medium text-ink-2 transition-colors hover:bg-ink/3 hover:text-ink',
        narrow ? 'size-9 justify-center' : 'h-8 gap-2.5 px-2 text-body',
        current && 'bg-ink/5 font-semibold text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {!narrow && <span className="grow">{item.label}</span>}
      {item.count !== undefined && count > 0 && (
        <span
          className={cn(
            'tabular font-semibold',
            narrow
              ? `absolute -top-0.5 -right-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-mark leading-none ${COUNT_FILL[item.count.tone]}`
              : `text-caption ${COUNT_TEXT[item.count.tone]}`,
          )}
        >
          {count > 99 ? '99+' : count}
          {!narrow && <span className="sr-only"> {item.count.words}</span>}
        </span>
      )}
    </Link>
  );
  return narrow ? (
    <Tooltip content={`${item.label}${words}`} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
