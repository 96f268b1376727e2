'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOpenRun } from '#server/engine/state.ts';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { useTRPC } from '#components/trpc/trpc.ts';

/** Where events cannot pass (a proxy, a sleeping laptop), this is always enough. */
const POLL_MS = 15_000;

/** The run as last read, read again whenever the server says that its log has grown. */
export function useRun(initial: RunDetail): RunDetail {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.runs.get.queryOptions(
    { id: initial.id },
    { initialData: initial, gcTime: 0 },
  );
  const { data: run } = useQuery({
    ...options,
    refetchInterval: (query) => (isOpenRun(query.state.data?.status ?? 'done') ? POLL_MS : false),
  });

  const seq = run.timeline.at(-1)?.seq ?? 0;
  const known = useRef(seq);
  useEffect(() => {
    known.current = seq;
  }, [seq]);

  const open = isOpenRun(run.status);
  useEffect(() => {
    if (!open) return undefined;
    const source = new EventSource(`/api/runs/${encodeURIComponent(initial.id)}/events`);
    source.addEventListener('message', (event: MessageEvent<string>) => {
      if (readSeq(event.data) <= known.current) return;
      void queryClient.invalidateQueries({ queryKey: trpc.runs.get.queryKey({ id: initial.id }) });
    });
    return () => source.close();
  }, [open, initial.id, queryClient, trpc]);

  return run;
}

function readSeq(text: string): number {
  try {
    const value: unknown = JSON.parse(text);
    const seq: unknown =
      typeof value === 'object' && value !== null ? Reflect.get(value, 'seq') : null;
    return typeof seq === 'number' ? seq : 0;
  } catch {
    return 0;
  }
}
