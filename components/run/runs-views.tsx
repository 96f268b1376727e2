import Link from 'next/link';
import type { NavigationCounts } from '#server/api/views/workspace-view.ts';
import { TAB_CLASSES } from '#components/ui/tabs.tsx';
import { type RunsFilter, runsHref } from './runs-filter.ts';

/** The filters that are asked for most, as tabs. */
export function RunsViews({ filter, counts }: { filter: RunsFilter; counts: NavigationCounts }) {
  const views = [
    { status: 'open', label: 'All open' },
    { status: 'needs_review', label: 'Needs review', count: counts.reviews, tone: 'text-review' },
    { status: 'waiting_approval', label: 'Waiting for a person', count: counts.approvals },
    { status: 'failed', label: 'Failed' },
    { status: 'all', label: 'All' },
  ];
  return (
    <nav aria-label="Views" className="-mb-px flex gap-5 overflow-x-auto pt-1 scrollbar-none">
      {views.map((view) => {
        const active = view.status === filter.status;
        return (
          <Link
            key={view.status}
            href={runsHref({ ...filter, status: view.status })}
            aria-current={active ? 'true' : undefined}
            data-state={active ? 'active' : 'inactive'}
            className={`${TAB_CLASSES} shrink-0 whitespace-nowrap`}
          >
            {view.label}
            {view.count !== undefined && (
              <span
                className={`tabular ${view.count > 0 ? (view.tone ?? 'text-ink-3') : 'text-ink-3'}`}
              >
                {view.count}
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
