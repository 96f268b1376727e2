'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RunListItem } from '#server/api/views/run-view.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { mergeRuns } from './merge-runs.ts';
import { type RunsFilter, runsInput } from './runs-filter.ts';

const PAGE = 50;
const POLL_MS = 5_000;

export interface Runs {
  readonly items: readonly RunListItem[];
  /** Runs that have started since, and are not shown yet. */
  readonly newCount: number;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly showNew: () => void;
}

/** The pages read so far, kept up to date in place; new runs are counted, never pushed in. */
export function useRuns(
  filter: RunsFilter,
  firstPage: { items: RunListItem[]; nextCursor: string | null },
): Runs {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = { ...runsInput(filter), limit: PAGE };
  const pages = useInfiniteQuery(
    trpc.runs.list.infiniteQueryOptions(input, {
      initialData: { pages: [firstPage], pageParams: [null] },
      getNextPageParam: (page) => page.nextCursor,
      // Reading the pages anew would move the rows: the poll below brings what changed.
      staleTime: Number.POSITIVE_INFINITY,
      // Coming back, the page brings a newer list than the one that was left.
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
  );
  const latest = useQuery(
    trpc.runs.list.queryOptions(input, {
      refetchInterval: POLL_MS,
      initialData: firstPage,
      gcTime: 0,
    }),
  );
  const shown = pages.data.pages.flatMap((page) => page.items);
  const { items, newCount } = mergeRuns(shown, latest.data.items);
  return {
    items,
    newCount,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
    showNew: () =>
      void queryClient
        .resetQueries({ queryKey: trpc.runs.list.infiniteQueryKey(input) })
        .then(() => {
          document.getElementById('main')?.scrollTo({ top: 0 });
        }),
  };
}
