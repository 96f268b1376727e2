'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#components/trpc/trpc.ts';
import type { NavigationCounts } from '#server/api/views/workspace-view.ts';

const REFRESH_MS = 15_000;

/** What waits for people, from the page's own load and then looked up again and again. */
export function useCounts(initial: NavigationCounts): NavigationCounts {
  const trpc = useTRPC();
  const counts = useQuery(
    trpc.navigation.counts.queryOptions(undefined, {
      initialData: initial,
      refetchInterval: REFRESH_MS,
    }),
  );
  return counts.data;
}
