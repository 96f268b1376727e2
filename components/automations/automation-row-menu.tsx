'use client';

import { useMutation } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  Copy,
  MoreHorizontal,
  Pause,
  PencilLine,
  Play,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import type { AutomationListItem } from '#server/api/views/automation-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';

/** What the reader may do with the automations of the list. */
export interface RowPermissions {
  readonly edit: boolean;
  readonly pause: boolean;
}

/** What can be done with one automation, from the list. */
export function AutomationRowMenu({
  item,
  may,
}: {
  item: AutomationListItem;
  may: RowPermissions;
}) {
  const router = useRouter();
  const [dialog, setDialog] = useState<'pause' | 'archive' | null>(null);
  const duplicate = useDuplicate();
  if (!may.edit && !may.pause) return null;
  const archived = item.state === 'archived';
  const paused = item.state === 'paused';
  const close = (): void => setDialog(null);
  return (
    // The row's link lies over all of the row; its menu stands above that.
    <span className="relative z-10">
      <Menu
        trigger={
          <IconButton label={`More about ${item.name}`} size="compact" className="max-md:size-11">
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
      >
        {may.edit && (
          <>
            <MenuItem onSelect={() => router.push(`/automations/${item.id}/edit`)}>
              <PencilLine aria-hidden />
              Edit
            </MenuItem>
            <MenuItem onSelect={() => duplicate(item.id)}>
              <Copy aria-hidden />
              Duplicate
            </MenuItem>
          </>
        )}
        {may.edit && may.pause && <MenuSeparator />}
        {may.pause && item.version !== null && !archived && (
          <MenuItem onSelect={() => setDialog('pause')}>
            {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
            {paused ? 'Resume…' : 'Pause…'}
          </MenuItem>
        )}
        {may.pause && (
          <MenuItem onSelect={() => setDialog('archive')}>
            {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
            {archived ? 'Restore…' : 'Archive…'}
          </MenuItem>
        )}
      </Menu>
      {dialog === 'pause' && <PauseDialog detail={item} open onOpenChange={close} />}
      {dialog === 'archive' && <ArchiveDialog item={item} onClose={close} />}
    </span>
  );
}

function useDuplicate(): (id: string) => void {
  const trpc = useTRPC();
  const router = useRouter();
  const { mutate } = useMutation(
    trpc.automations.duplicate.mutationOptions({
      onSuccess: ({ id }) => router.push(`/automations/${id}/edit`),
      onError: (error) => toast.error(describeApiError(error)),
    }),
  );
  return (id) => mutate({ id });
}
