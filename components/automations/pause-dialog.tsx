'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { PauseForm } from './pause/pause-form.tsx';
import { ResumeForm } from './pause/resume-form.tsx';
import type { StatusChange } from './pause/status-change.ts';

export interface Pausable {
  readonly id: string;
  readonly name: string;
  readonly state: 'live' | 'parked' | 'paused' | 'draft' | 'archived';
}

/** Pauses or resumes, after saying what that does to new calls and to the runs on their way. */
export function PauseDialog({
  detail,
  open,
  onOpenChange,
}: {
  detail: Pausable;
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
  const props = {
    id: detail.id,
    pending: setStatus.isPending,
    onLeave: () => onOpenChange(false),
    onChange: (change: StatusChange) => setStatus.mutate({ id: detail.id, ...change }),
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="medium"
      title={paused ? `Resume ${detail.name}?` : `Pause ${detail.name}?`}
      description={
        paused
          ? 'New calls start runs again from now on. What was refused meanwhile is not made up for.'
          : 'New calls are refused and start nothing; each leaves a receipt. A schedule stands still.'
      }
    >
      {paused ? <ResumeForm {...props} /> : <PauseForm {...props} />}
    </Dialog>
  );
}
