'use client';

import { useRouter } from 'next/navigation';
import { useOptimistic, useTransition } from 'react';
import type { NavigationCounts } from '#server/api/views/workspace-view.ts';
import type { RunListItem } from '#server/api/views/run-view.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import { NewRunsPill } from './new-runs-pill.tsx';
import { ReplayAll } from './replay-all.tsx';
import { RunsCards } from './runs-cards.tsx';
import { RunsEmpty } from './runs-empty.tsx';
import { type RunsFilter, runsHref } from './runs-filter.ts';
import { RunsFilters } from './runs-filters.tsx';
import { RunsSearch } from './runs-search.tsx';
import { RunsTable } from './runs-table.tsx';
import { RunsViews } from './runs-views.tsx';
import { RunsMore } from './runs-more.tsx';
import { useRuns } from './use-runs.ts';

export interface RunsPageProps {
  filter: RunsFilter;
  firstPage: { items: RunListItem[]; nextCursor: string | null };
  automations: readonly { id: string; name: string }[];
  counts: NavigationCounts;
  /** The server's time when it read the list. */
  now: Date;
}

/** All runs of the workspace, held to a status and an automation; new ones announce themselves. */
export function RunsPage({ filter: given, firstPage, automations, counts, now }: RunsPageProps) {
  const router = useRouter();
  const [isMoving, startMoving] = useTransition();
  const [filter, setFilter] = useOptimistic(given);
  const runs = useRuns(given, firstPage);
  const change = (next: RunsFilter): void =>
    startMoving(() => {
      setFilter(next);
      router.push(runsHref(next));
    });

  return (
    <div className="flex min-h-full flex-col bg-surface" aria-busy={isMoving}>
      <PageHeader
        title="Runs"
        actions={
          <RunsSearch
            key={given.search}
            search={filter.search}
            onSearch={(search) => change({ ...filter, search })}
          />
        }
        className="border-b border-line"
      >
        <RunsViews filter={filter} counts={counts} />
      </PageHeader>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line px-4 py-2 md:px-6">
        <RunsFilters filter={filter} automations={automations} onChange={change} />
        <span className="ml-auto flex items-center gap-3">
          {given.status === 'failed' && <ReplayAll items={runs.items} />}
          <NewRunsPill count={runs.newCount} onShow={runs.showNew} />
          <span className="text-caption text-ink-3 tabular">
            {runs.items.length.toLocaleString('en-GB')}
            {runs.hasMore ? '+' : ''} {runs.items.length === 1 ? 'run' : 'runs'}
          </span>
        </span>
      </div>
      {runs.items.length === 0 ? (
        <RunsEmpty filter={filter} onChange={change} />
      ) : (
        <>
          <RunsTable items={runs.items} now={now} />
          <RunsCards items={runs.items} now={now} />
          <RunsMore hasMore={runs.hasMore} isLoading={runs.isLoadingMore} onMore={runs.loadMore} />
        </>
      )}
    </div>
  );
}
