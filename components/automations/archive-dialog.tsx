'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import type { AutomationListItem } from '#server/api/views/automation-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';

/** Archives, or brings back: paused, so that nothing starts before somebody has looked. */
export function ArchiveDialog({
  item,
  onClose,
}: {
  item: AutomationListItem;
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const archived = item.state === 'archived';
  const setStatus = useMutation(
    trpc.automations.setStatus.mutationOptions({
      onSuccess: () => {
        toast.success(archived ? `${item.name} is back.` : `${item.name} is archived.`);
        onClose();
        router.refresh();
      },
      onError: (error) => toast.error(describeApiError(error)),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={archived ? `Restore ${item.name}?` : `Archive ${item.name}?`}
      description={
        archived
          ? 'It comes back paused, with its versions and its address. Nothing starts before it is resumed.'
          : 'It leaves the list and starts nothing more; calls to its address are refused. Runs on their way go on, and nothing is deleted.'
      }
      footer={
        <>
          <Button onClick={onClose}>{archived ? 'Leave it archived' : 'Keep it'}</Button>
          <Button
            variant="primary"
            disabled={setStatus.isPending}
            onClick={() =>
              setStatus.mutate({ id: item.id, status: archived ? 'paused' : 'archived' })
            }
          >
            {archived ? 'Restore' : 'Archive'}
          </Button>
        </>
      }
    />
  );
}
