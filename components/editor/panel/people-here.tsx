'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import Link from 'next/link';
import { useFacts } from '#components/editor/editor-context.tsx';
import { runsHref } from '#components/run/runs-filter.ts';
import { versionMark } from '#components/run/version-words.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { RunStatusBadge } from '#components/ui/status-badge.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { RunListItem } from '#server/api/views/run-view.ts';
import { OPEN_RUN_STATUSES } from '#server/engine/state.ts';
import type { DocumentStep } from '#server/engine/document.ts';

/** The open runs that stand on a step now, and on which version they are. */
export function PeopleHere({ step }: { step: DocumentStep }) {
  const { detail, now } = useFacts();
  const trpc = useTRPC();
  const runs = useInfiniteQuery(
    trpc.runs.list.infiniteQueryOptions(
      { automationId: detail.id, status: [...OPEN_RUN_STATUSES], limit: 100 },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  );
  const here = (runs.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ currentSteps }) => currentSteps.some(({ stepId }) => stepId === step.id));
  const all = runsHref({ status: 'open', automationId: detail.id, search: '' });
  if (runs.isPending) return <p className="p-4 text-body text-ink-3">Looking…</p>;
  if (runs.isError) {
    return <p className="p-4 text-body text-fail">The runs cannot be read just now.</p>;
  }
  if (here.length === 0 && !runs.hasNextPage) {
    return (
      <div className="p-4">
        <EmptyState icon={UserRound} title="Nobody stands here">
          A run shows here while it waits, works or is held at this step.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="flex flex-col">
      <Versions stepId={step.id} />
      <ul>
        {here.map((run) => (
          <PersonHere key={run.id} run={run} stepId={step.id} now={now} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 p-4">
        {runs.hasNextPage && (
          <Button size="compact" onClick={() => void runs.fetchNextPage()}>
            Look through older runs
          </Button>
        )}
        <Link href={all} className="text-body font-medium text-accent-text hover:underline">
          All open runs of this automation
        </Link>
      </div>
    </div>
  );
}

function PersonHere({ run, stepId, now }: { run: RunListItem; stepId: string; now: Date }) {
  return (
    <li className="border-b border-line">
      <Link
        href={`/runs/${run.id}?step=${encodeURIComponent(stepId)}`}
        className="flex flex-col gap-0.5 px-4 py-2.5 transition-colors hover:bg-ground focus-visible:-outline-offset-2"
      >
        <span className="flex items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-semibold">
              {run.contactName ?? run.contactEmail ?? run.id}
            </span>
            {run.isTest && <Tag tone="neutral">Test</Tag>}
          </span>
          <RunStatusBadge status={run.status} className="text-caption" />
        </span>
        <span className="flex justify-between gap-3 text-caption text-ink-2">
          <span>
            {versionMark(run.version)}, started{' '}
            <Moment at={run.startedAt} format="near" now={now} />
          </span>
          {run.dueAt !== null && (
            <span>
              until <Moment at={run.dueAt} format="near" now={now} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** How many of them are on the live version: publishing moves nobody by itself. */
function Versions({ stepId }: { stepId: string }) {
  const { detail } = useFacts();
  const trpc = useTRPC();
  const version = detail.liveVersion ?? 0;
  const standing = useQuery({
    ...trpc.automations.runsPerStep.queryOptions({ id: detail.id, version: Math.max(1, version) }),
    enabled: version > 0,
  });
  const heads = detail.headCounts[stepId] ?? 0;
  const live = standing.data?.steps.find((step) => step.stepId === stepId)?.runs;
  if (live === undefined || heads === 0) return null;
  const older = Math.max(0, heads - live);
  return (
    <p className="border-b border-line px-4 py-3 text-body text-ink-2">
      <strong className="text-ink">{live.toLocaleString('en-GB')}</strong> on v{version}, the live
      one
      {older > 0 && `, ${older.toLocaleString('en-GB')} on other versions`}. They keep their version
      when you publish.
    </p>
  );
}
