'use client';

import { CircleCheck, OctagonX } from 'lucide-react';
import { Toaster as Sonner } from 'sonner';

/** Where toasts appear. Call `toast.success('…')` of sonner: one fact, at most one action. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      // On phones the actions, or the bar between pages, stand at the bottom: stay above them.
      mobileOffset={{ bottom: 'calc(84px + env(safe-area-inset-bottom))', left: 16, right: 16 }}
      style={{ fontFamily: 'var(--font-sans)' }}
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-done" />,
        error: <OctagonX aria-hidden className="size-4 text-fail" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-card border border-line bg-raised px-3 py-3 text-body text-ink shadow-float',
          actionButton:
            'ml-auto h-7 shrink-0 rounded-control border border-control bg-surface px-2 text-caption font-semibold text-ink',
          description: 'text-caption text-ink-2',
        },
      }}
    />
  );
}
