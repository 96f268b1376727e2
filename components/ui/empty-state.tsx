import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Why it is empty, since when, and the one thing to do. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex max-w-[440px] items-start gap-3 rounded-card border border-line bg-surface p-5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div className="flex flex-col gap-1">
        <h2 className="text-section">{title}</h2>
        <div className="text-body text-ink-2">{children}</div>
        {action !== undefined && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}
