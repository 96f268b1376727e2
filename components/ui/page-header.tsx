import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A page's title, a sentence beside it, its actions, and tabs or filters below. */
export function PageHeader({
  title,
  note,
  actions,
  children,
  className,
}: {
  title: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <header className={cn('bg-ground px-4 pt-4 md:px-6', className)}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-title">{title}</h1>
          {note !== undefined && <p className="text-body text-ink-2">{note}</p>}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </div>
      {children}
    </header>
  );
}
