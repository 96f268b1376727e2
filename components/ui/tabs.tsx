'use client';

import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export const Tabs = Primitive.Root;
export const TabPanel = Primitive.Content;

export function TabList({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Primitive.List aria-label={label} className={cn('flex items-stretch gap-5', className)}>
      {children}
    </Primitive.List>
  );
}

/** The look of a tab, for links that act as tabs: set `data-state="active"` on the current one. */
export const TAB_CLASSES =
  'inline-flex h-10 items-center gap-1.5 border-b-2 border-transparent text-body font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:border-ink data-[state=active]:font-semibold data-[state=active]:text-ink [&_svg]:size-4';

export function Tab({
  value,
  count,
  children,
  className,
}: {
  value: string;
  count?: number;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Primitive.Trigger value={value} className={cn(TAB_CLASSES, className)}>
      {children}
      {count !== undefined && <span className="tabular font-medium text-ink-3">{count}</span>}
    </Primitive.Trigger>
  );
}
