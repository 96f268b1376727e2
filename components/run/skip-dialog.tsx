'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { RunDetail, TimerView } from '#server/api/views/run-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { formatInstant } from '#components/ui/format-time.ts';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { contactName, stepName, targetName } from './run-names.ts';

/** Asks before a wait is cut short, and says what begins at once. */
export function SkipDialog({
  run,
  timer,
  onClose,
}: {
  run: RunDetail;
  timer: TimerView | null;
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const zone = useReaderZone();
  const queryClient = useQueryClient();
  const skip = useMutation(
    trpc.runs.skipTimer.mutationOptions({
      onSuccess: () => {
        toast.success('Wait skipped. The run goes on now.');
        onClose();
      },
      onError: (error) => toast.error(describeApiError(error)),
      onSettled: async () =>
        queryClient.invalidateQueries({ queryKey: trpc.runs.get.queryKey({ id: run.id }) }),
    }),
  );
  if (timer === null) return null;
  const stepId = timer.stepId ?? 'trigger';
  const next = targetName(run.document, stepId, 'next');
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Skip “${stepName(run.document, stepId)}”?`}
      description={`It would end ${formatInstant(timer.dueAt, zone, run.now)}.`}
      footer={
        <>
          <Button onClick={onClose}>Keep waiting</Button>
          <Button
            variant="primary"
            disabled={skip.isPending}
            onClick={() => skip.mutate({ runId: run.id, timerId: timer.id })}
          >
            Skip the wait
          </Button>
        </>
      }
    >
      <p className="text-body text-ink-2">
        {next === null
          ? 'The run goes on at once, and ends.'
          : `${next} begins at once for ${contactName(run)}. Other runs keep waiting.`}{' '}
        The timeline will name you.
      </p>
    </Dialog>
  );
}
