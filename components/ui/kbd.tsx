import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-tag border border-line bg-sunken px-1 font-sans text-tag text-ink-3">
      {children}
    </kbd>
  );
}
