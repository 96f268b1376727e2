'use client';

import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';

/** Sends the demo form once as Maya and opens the run that it starts. */
export function RunDemoButton() {
  const trpc = useTRPC();
  const router = useRouter();
  const runDemo = useMutation(
    trpc.automations.runDemo.mutationOptions({
      onSuccess: ({ runId }) => router.push(`/runs/${runId}`),
      onError: (error) => toast.error(describeApiError(error)),
    }),
  );
  return (
    <Button className="max-md:h-11" disabled={runDemo.isPending} onClick={() => runDemo.mutate()}>
      <Play aria-hidden />
      {runDemo.isPending ? 'Starting…' : 'Run the demo'}
    </Button>
  );
}
