'use client';

import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';

/** Looks at everything now, to the end, instead of waiting for the next minute. */
export function CheckNowButton() {
  const router = useRouter();
  const trpc = useTRPC();
  const check = useMutation(
    trpc.health.check.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  return (
    <span className="flex items-center gap-3">
      {check.isError && (
        <span role="alert" className="text-caption text-fail">
          The check failed. Try again.
        </span>
      )}
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        <RefreshCw aria-hidden />
        {check.isPending ? 'Checking…' : 'Check now'}
      </Button>
    </span>
  );
}
