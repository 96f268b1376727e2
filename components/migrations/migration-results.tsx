'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import type { MigrationRunView, MigrationView } from '#server/api/views/migration-view.ts';
import { TONE_TEXT } from '#components/graph/graph-marks.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { resultWord } from './migration-words.ts';

type Status = MigrationRunView['status'];
const STATUSES: readonly Status[] = ['refused', 'left', 'cancelled', 'moved', 'pending'];
const PAGE = 50;
const POLL_MS = 3_000;

/** What became of each run, held to one outcome at a time or all of them. */
export function MigrationResults({ migration, open }: { migration: MigrationView; open: boolean }) {
  const [status, setStatus] = useState<Status | null>(null);
  const trpc = useTRPC();
  const pages = useInfiniteQuery({
    ...trpc.migrations.runs.infiniteQueryOptions(
      { id: migration.id, status, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    refetchInterval: open ? POLL_MS : false,
  });
  const { refetch } = pages;
  // It ended between two looks: the last outcomes are not in what was read before.
  useEffect(() => {
    if (!open) void refetch();
  }, [open, refetch]);
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label="Results" className="flex flex-col gap-3">
      <fieldset aria-label="Which runs" className="flex flex-wrap gap-2">
        <Filter
          label="All"
          count={migration.counts.total}
          on={status === null}
          onPick={() => setStatus(null)}
        />
        {STATUSES.filter((one) => migration.counts[one] > 0).map((one) => (
          <Filter
            key={one}
            label={resultWord(one, migration).word}
            count={migration.counts[one]}
            on={status === one}
            onPick={() => setStatus(one)}
          />
        ))}
      </fieldset>
      <ul className="flex flex-col rounded-card border border-line bg-surface">
        {items.map((run) => (
          <ResultRow key={run.runId} run={run} migration={migration} />
        ))}
        {items.length === 0 && (
          <li className="px-4 py-3 text-body text-ink-2">
            {pages.isPending ? 'Loading…' : pages.isError ? 'They could not be read.' : 'None.'}
          </li>
        )}
      </ul>
      {pages.hasNextPage && (
        <span>
          <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {pages.isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </span>
      )}
    </section>
  );
}

function ResultRow({ run, migration }: { run: MigrationRunView; migration: MigrationView }) {
  const { word, icon: Icon, tone } = resultWord(run.status, migration);
  return (
    <li className="grid items-start gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 text-body last:border-b-0 md:grid-cols-[minmax(0,220px)_170px_minmax(0,1fr)]">
      <Link href={`/runs/${run.runId}`} className="font-medium break-words hover:underline">
        {run.contact ?? run.runId}
      </Link>
      <span className={cn('inline-flex items-center gap-1.5 font-medium', TONE_TEXT[tone])}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {word}
      </span>
      <span className="break-words text-ink-2">{run.reason ?? ''}</span>
    </li>
  );
}

function Filter({
  label,
  count,
  on,
  onPick,
}: {
  label: string;
  count: number;
  on: boolean;
  onPick: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onPick}
      className="inline-flex h-7 items-center gap-1.5 rounded-control border border-control bg-surface px-2.5 text-caption font-medium text-ink-2 transition-colors hover:border-edge aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-11"
    >
      {label} <span className="tabular">{count.toLocaleString('en-GB')}</span>
    </button>
  );
}
