import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/**
 * The parts of a timeline: time · dot · what happened · who did it. The line behind the dots is
 * drawn by the list, so that a row needs to know nothing about its neighbours.
 */
export function TimelineList({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ol
      aria-label={label}
      className="relative flex flex-col before:absolute before:top-2 before:bottom-3 before:left-[90px] before:w-0.5 before:-translate-x-1/2 before:bg-line max-md:before:left-[11px]"
    >
      {children}
    </ol>
  );
}

const DOTS = {
  plain: 'size-[7px] border-[1.5px] border-edge bg-surface',
  setback: 'size-[7px] bg-held',
  refusal: 'size-[7px] bg-ink',
  now: 'size-[9px] bg-accent',
  next: 'size-[9px] border-[1.5px] border-dashed border-held bg-surface',
} as const;

export type TimelineDot = keyof typeof DOTS;

export function TimelineRow({
  time,
  dot,
  children,
  who,
  head = false,
  className,
  id,
}: {
  time?: ReactNode;
  /** A dot's kind, or an icon of a head's own. */
  dot: TimelineDot | { icon: ReactNode } | null;
  children: ReactNode;
  who?: ReactNode;
  /** Heads stand a little apart from the rows before them. */
  head?: boolean;
  className?: string;
  id?: string;
}) {
  return (
    <li
      id={id}
      className={cn(
        'relative grid grid-cols-[72px_20px_minmax(0,1fr)_auto] items-start gap-x-2 max-md:grid-cols-[22px_minmax(0,1fr)_auto]',
        head ? 'pt-3 first:pt-0' : '',
        className,
      )}
    >
      <span className="pt-[3px] text-right text-caption text-ink-3 max-md:hidden">{time}</span>
      <span className="flex h-[22px] items-center justify-center">
        {dot === null ? null : typeof dot === 'string' ? (
          <span aria-hidden className={cn('rounded-full', DOTS[dot])} />
        ) : (
          dot.icon
        )}
      </span>
      <div className="min-w-0 py-px text-body">{children}</div>
      <span className="pt-[3px] pl-3 text-right empty:hidden text-caption whitespace-nowrap text-ink-3">
        {who}
      </span>
    </li>
  );
}
