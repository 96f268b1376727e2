'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import { useTRPC } from '#components/trpc/trpc.ts';

/** Another person may answer at any moment. */
const LOOK_AGAIN_MS = 10_000;

/** How an automation goes live here, and what was last asked about it. */
export function usePublishingState(automationId: string) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.publishing.get.queryOptions({ automationId }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Everything that can be done about a draft that is ready to go live. */
export function usePublishActions(options: {
  /** A version is live now. */
  readonly onPublished: (version: number) => void;
  /** Asked, answered or taken back: nothing is live. */
  readonly onDone: () => void;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const client = useQueryClient();
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: trpc.publishing.pathKey() });
    void client.invalidateQueries({ queryKey: trpc.automations.pathKey() });
    void client.invalidateQueries({ queryKey: trpc.navigation.pathKey() });
    router.refresh();
  };
  const live = ({ version, changed, message }: Live): void => {
    toast.success(message);
    refresh();
    if (changed) options.onPublished(version);
    else options.onDone();
  };
  const done = (message: string) => () => {
    toast.success(message);
    refresh();
    options.onDone();
  };
  // Whoever is refused may have been overtaken: what they see is read again.
  const onError = refresh;
  return {
    publish: useMutation(trpc.automations.publish.mutationOptions({ onSuccess: live, onError })),
    ask: useMutation(
      trpc.publishing.request.mutationOptions({
        onSuccess: done('Asked for publishing.'),
        onError,
      }),
    ),
    approve: useMutation(trpc.publishing.approve.mutationOptions({ onSuccess: live, onError })),
    reject: useMutation(
      trpc.publishing.reject.mutationOptions({
        onSuccess: done('Said no to publishing.'),
        onError,
      }),
    ),
    withdraw: useMutation(
      trpc.publishing.withdraw.mutationOptions({ onSuccess: done('Taken back.'), onError }),
    ),
  };
}

interface Live {
  readonly version: number;
  readonly changed: boolean;
  readonly message: string;
}
