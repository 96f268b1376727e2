import type { ReactNode } from 'react';
import { cn } from './cn.ts';

const TONES = {
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent-text',
  done: 'bg-done-soft text-done',
  wait: 'bg-wait-soft text-wait',
  held: 'bg-held-soft text-held',
  review: 'bg-review-soft text-review',
  fail: 'bg-fail-soft text-fail',
} as const;

export type ChipTone = keyof typeof TONES;

/** A fact on soft ground. */
export function Chip({
  children,
  tone = 'neutral',
  className,
}: {
  children: ReactNode;
  tone?: ChipTone;
  className?: string;
}) {
  return (
    <span
      className={cn(
        'inline-flex h-[22px] shrink-0 items-center gap-1 rounded-tag px-1.5 text-caption font-medium whitespace-nowrap tabular [&_svg]:size-3.5',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
