'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Names } from '#server/steps/value-words.ts';
import { useTRPC } from '#components/trpc/trpc.ts';

/** They change seldom, and a name that is a minute old misleads nobody. */
const FRESH_MS = 60_000;

/** How the workspace calls its people and connections. Until it is known, what documents hold. */
export function useNames(): Names {
  const trpc = useTRPC();
  const workspace = useQuery({ ...trpc.workspace.get.queryOptions(), staleTime: FRESH_MS });
  const connections = useQuery({ ...trpc.connections.list.queryOptions(), staleTime: FRESH_MS });
  return useMemo(
    () => ({
      people: new Map(workspace.data?.members.map(({ email, name }) => [email, name])),
      connections: new Map(connections.data?.items.map(({ name, label }) => [name, label])),
    }),
    [workspace.data, connections.data],
  );
}
