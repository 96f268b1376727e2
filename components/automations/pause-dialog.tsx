'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';

const runsWords = (detail: AutomationDetail): string => {
  const open = detail.versions.reduce((sum, version) => sum + version.openRuns, 0);
  if (open === 0) return 'No run is on its way.';
  return open === 1
    ? 'The one run on its way goes on.'
    : `The ${open.toLocaleString('en-GB')} runs on their way go on.`;
};

/** Pauses or resumes, after saying what that does to new calls and to the runs on their way. */
export function PauseDialog({
  detail,
  open,
  onOpenChange,
}: {
  detail: AutomationDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const paused = detail.state === 'paused';
  const setStatus = useMutation(
    trpc.automations.setStatus.mutationOptions({
      onSuccess: () => {
        toast.success(paused ? `${detail.name} starts runs again.` : `${detail.name} is paused.`);
        onOpenChange(false);
        router.refresh();
      },
      onError: (error) => toast.error(describeApiError(error)),
    }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={paused ? `Resume ${detail.name}?` : `Pause ${detail.name}?`}
      description={
        paused
          ? 'New calls start runs again from now on. What was refused meanwhile is not made up for.'
          : `New calls are refused and start nothing; each leaves a receipt. ${runsWords(detail)}`
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>
            {paused ? 'Leave it paused' : 'Keep it live'}
          </Button>
          <Button
            variant="primary"
            disabled={setStatus.isPending}
            onClick={() =>
              setStatus.mutate({ id: detail.id, status: paused ? 'active' : 'paused' })
            }
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
        </>
      }
    />
  );
}
