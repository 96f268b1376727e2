import type { ReactNode } from 'react';
import { cn } from './cn.ts';

const TONES = {
  /** Differs from what is live. */
  accent: 'border-accent-line text-accent-text',
  neutral: 'border-control text-ink-2',
  held: 'border-held-line text-held',
  fail: 'border-fail-line text-fail',
} as const;

export function Tag({
  children,
  tone = 'accent',
}: {
  children: ReactNode;
  tone?: keyof typeof TONES;
}) {
  return (
    <span
      className={cn(
        'inline-flex h-[18px] shrink-0 items-center rounded-tag border bg-surface px-1.5 text-tag whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
