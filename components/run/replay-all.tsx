'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import type { RunListItem } from '#server/api/views/run-view.ts';
import { useViewer } from '#components/shell/viewer-context.tsx';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';

/** As many as the API takes at a time. */
const MOST = 100;

/** Lets the failed runs that are shown go on from where each failed. */
export function ReplayAll({ items }: { items: readonly RunListItem[] }) {
  const { role } = useViewer();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const ids = items.filter((run) => run.status === 'failed').map((run) => run.id);
  const replay = useMutation(
    trpc.runs.replay.mutationOptions({
      onSuccess: (answers) => {
        const replayed = answers.filter((answer) => answer.replayed).length;
        const kept = answers.length - replayed;
        const what = `${replayed} ${replayed === 1 ? 'run goes' : 'runs go'} on.`;
        toast.success(kept === 0 ? what : `${what} ${kept} cannot be replayed.`);
      },
      onError: (error) => toast.error(describeApiError(error)),
      onSettled: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.runs.list.pathKey() });
        router.refresh();
      },
    }),
  );
  if (ids.length === 0 || (role !== 'owner' && role !== 'editor')) return null;
  const count = Math.min(ids.length, MOST);
  return (
    <Button
      size="compact"
      disabled={replay.isPending}
      onClick={() => replay.mutate({ ids: ids.slice(0, MOST) })}
    >
      <RotateCw aria-hidden />
      {count === 1 ? 'Replay it' : `Replay these ${count}`}
    </Button>
  );
}
