'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { MigrationView } from '#server/api/views/migration-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { MigrationResults } from './migration-results.tsx';
import { progressWords } from './migration-words.ts';

const POLL_MS = 1_500;

const underWay = ({ status }: MigrationView): boolean =>
  status === 'collecting' || status === 'moving';

/** One migration: how far it is, what became of each run, and a way to stop it. */
export function MigrationProgress({ migration: given }: { migration: MigrationView }) {
  const [stopping, setStopping] = useState(false);
  const trpc = useTRPC();
  const client = useQueryClient();
  const read = useQuery({
    ...trpc.migrations.get.queryOptions({ id: given.id }),
    initialData: given,
    refetchInterval: (query) =>
      query.state.data === undefined || underWay(query.state.data) ? POLL_MS : false,
  });
  const migration = read.data;
  const cancel = useMutation(
    trpc.migrations.cancel.mutationOptions({
      onSettled: () => {
        setStopping(false);
        void client.invalidateQueries({ queryKey: trpc.migrations.pathKey() });
      },
    }),
  );
  const { from, to, counts } = migration;
  const done = counts.total - counts.pending;
  const open = underWay(migration);
  const router = useRouter();
  const [wasOpen] = useState(open);
  // The list of moves beside it was read while this one was under way.
  useEffect(() => {
    if (wasOpen && !open) router.refresh();
  }, [wasOpen, open, router]);
  return (
    <div className="flex flex-col gap-5">
      <section aria-label="Progress" className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-heading">
            From version {from} to version {to}
          </h2>
          {open && (
            <Button className="ml-auto" variant="danger-outline" onClick={() => setStopping(true)}>
              <CircleStop aria-hidden />
              Stop…
            </Button>
          )}
        </div>
        <output className="block text-sentence">{progressWords(migration)}</output>
        <progress
          aria-label="Runs done"
          className="sr-only"
          max={Math.max(1, counts.total)}
          value={done}
        />
        <span aria-hidden className="h-1.5 w-full overflow-hidden rounded-full bg-line">
          <span
            className="block h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${counts.total === 0 ? 0 : (done / counts.total) * 100}%` }}
          />
        </span>
        <p className="text-caption text-ink-2">
          Started by {migration.startedBy}, <Moment at={migration.startedAt} />
          {migration.finishedAt !== null && (
            <>
              {' · '}ended <Moment at={migration.finishedAt} />
            </>
          )}
          {open && ' · It goes on when you leave this page.'}
        </p>
        {read.isError && (
          <p className="text-body text-held">The server does not answer just now; it goes on.</p>
        )}
        {cancel.error !== null && (
          <p role="alert" className="text-body text-fail">
            {describeApiError(cancel.error)}
          </p>
        )}
      </section>
      <MigrationResults migration={migration} open={open} />
      <Dialog
        open={stopping}
        onOpenChange={setStopping}
        title="Stop moving people?"
        description={`What was moved stays on version ${to}. The runs that were not reached stay on version ${from}.`}
        footer={
          <>
            <Button onClick={() => setStopping(false)}>Go on moving</Button>
            <Button
              variant="danger-outline"
              disabled={cancel.isPending}
              onClick={() => cancel.mutate({ id: migration.id })}
            >
              Stop
            </Button>
          </>
        }
      />
    </div>
  );
}
