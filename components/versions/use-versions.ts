'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTRPC } from '#components/trpc/trpc.ts';
import type { AutomationDocument } from '#server/engine/document.ts';

const PAGE = 30;

/** The versions of an automation, newest first, as far as they were asked for. */
export function useVersions(automationId: string) {
  const trpc = useTRPC();
  const pages = useInfiniteQuery(
    trpc.automations.versions.infiniteQueryOptions(
      { id: automationId, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  return {
    versions: pages.data?.pages.flatMap((page) => page.items) ?? null,
    failed: pages.isError,
    more: pages.hasNextPage
      ? { loading: pages.isFetchingNextPage, load: () => void pages.fetchNextPage() }
      : null,
  };
}

export type Side = number | 'draft';

export interface SideDocument {
  /** Null until it is there. */
  readonly document: AutomationDocument | null;
  readonly failed: boolean;
}

/** The document of a version, which never changes, or the draft that is at hand. */
export function useSide(
  automationId: string,
  side: Side | null,
  draft: AutomationDocument,
): SideDocument {
  const trpc = useTRPC();
  const version = useQuery({
    ...trpc.automations.version.queryOptions({
      id: automationId,
      version: typeof side === 'number' ? side : 1,
    }),
    enabled: typeof side === 'number',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (side === 'draft') return { document: draft, failed: false };
  if (side === null) return { document: null, failed: false };
  return { document: version.data?.document ?? null, failed: version.isError };
}

/** "version 3", "the draft" */
export function sideWords(side: Side): string {
  return side === 'draft' ? 'the draft' : `version ${side}`;
}
