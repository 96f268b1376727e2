import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A key, an id or raw provider text, in line. */
export function Code({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <code
      className={cn(
        'rounded-tag bg-sunken px-1 py-px font-mono text-caption break-all text-ink',
        className,
      )}
    >
      {children}
    </code>
  );
}
