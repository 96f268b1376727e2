'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { toast } from 'sonner';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button, type ButtonProps } from '#components/ui/button.tsx';
import { stepName } from './run-names.ts';
import type { RetryTarget } from './retry-target.ts';

/** Tries a step again. It asks nothing first: the effect's key stays, so nothing is done twice. */
export function RetryButton({
  run,
  target,
  ...look
}: { run: RunDetail; target: RetryTarget } & Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { label, ...visit } = target;
  const retry = useMutation(
    trpc.runs.retryStep.mutationOptions({
      onSuccess: () => toast.success(`${stepName(run.document, visit.stepId)} is tried again.`),
      onError: (error) => toast.error(describeApiError(error)),
      onSettled: async () =>
        queryClient.invalidateQueries({ queryKey: trpc.runs.get.queryKey({ id: run.id }) }),
    }),
  );
  return (
    <Button
      {...look}
      disabled={retry.isPending}
      onClick={() => retry.mutate({ runId: run.id, ...visit })}
    >
      <RotateCw aria-hidden />
      {label}
    </Button>
  );
}
