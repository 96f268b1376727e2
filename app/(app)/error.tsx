'use client';

import { OctagonX } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** Shown in place of a page that could not be read. Runs are not affected by it. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <div className="p-4 md:p-6">
      <EmptyState
        icon={OctagonX}
        title="This page could not be loaded"
        action={<Button onClick={reset}>Try again</Button>}
      >
        The server met an error while reading it. Runs go on meanwhile; nothing was changed.
        {error.digest !== undefined && ` Its mark in the log is ${error.digest}.`}
      </EmptyState>
    </div>
  );
}
