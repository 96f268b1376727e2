import { Minus, PencilLine, Plus, Settings2, Spline } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';

const MARKS = {
  added: { icon: Plus, tone: 'bg-done-soft text-done' },
  changed: { icon: PencilLine, tone: 'bg-accent-soft text-accent-text' },
  removed: { icon: Minus, tone: 'bg-fail-soft text-fail' },
  link: { icon: Spline, tone: 'bg-sunken text-ink-2' },
  settings: { icon: Settings2, tone: 'bg-sunken text-ink-2' },
} as const;

/** One change: what kind of change it is, what it is about, and below it the difference. */
export function ChangeItem({
  mark,
  title,
  aside,
  children,
}: {
  mark: keyof typeof MARKS;
  title: string;
  aside: string;
  children?: ReactNode;
}) {
  const { icon: Icon, tone } = MARKS[mark];
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 first:pt-1 last:border-b-0">
      <span
        className={cn('flex size-[22px] shrink-0 items-center justify-center rounded-tag', tone)}
      >
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="text-body">
          <strong className="break-words text-ink">{title}</strong>{' '}
          <span className="ml-1 text-caption text-ink-3">{aside}</span>
        </p>
        {children}
      </div>
    </li>
  );
}
