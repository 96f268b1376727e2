'use client';

import { UnfoldVertical } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '#components/ui/format-duration.ts';
import { Moment } from '#components/ui/moment.tsx';
import { TimelineRow } from '#components/ui/timeline.tsx';
import type { Reading } from './describe-run.ts';
import { idleMoments } from './idle.ts';
import type { IdleEntry } from './timeline-entry.ts';

/** A stretch in which nothing happened, as one line; opened, its days and a clock change. */
export function IdleRow({
  entry,
  reading,
  folded,
}: {
  entry: IdleEntry;
  reading: Reading;
  folded: boolean;
}) {
  const [own, setOwn] = useState<{ folded: boolean; open: boolean } | null>(null);
  // The switch above speaks for all rows until one is opened or closed by itself.
  const open = own?.folded === folded ? own.open : !folded;
  const length = formatDuration(entry.at.getTime() - entry.from.getTime());
  return (
    <>
      <TimelineRow
        className="my-1 [&>div]:col-span-2 max-md:[&>div]:col-span-2"
        time={
          entry.newDay ? (
            <Moment at={entry.at} format="day" className="leading-5 font-medium text-ink-2" />
          ) : undefined
        }
        dot={{
          icon: (
            <span className="z-10 inline-flex size-[22px] items-center justify-center rounded-l-control bg-sunken text-ink-3">
              <UnfoldVertical aria-hidden className="size-3.5" />
            </span>
          ),
        }}
      >
        <div className="-ml-2.5 flex min-h-[22px] flex-wrap items-center gap-x-2 rounded-r-control bg-sunken py-[3px] pr-2.5 pl-2.5 text-caption max-md:flex-nowrap">
          <span className="font-medium whitespace-nowrap text-ink">{length} idle</span>
          <span className="min-w-0 text-ink-2 max-md:truncate">{entry.reason}</span>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOwn({ folded, open: !open })}
            className="ml-auto font-medium text-accent-text hover:underline max-md:hidden"
          >
            {open ? 'Hide' : 'Show'}
          </button>
        </div>
      </TimelineRow>
      {open &&
        idleMoments(entry.from, entry.at, reading).map((moment) => (
          <TimelineRow
            key={moment.at.getTime()}
            time={<Moment at={moment.at} format="clock" />}
            dot="plain"
          >
            <span className="text-ink-2">{moment.text}</span>
          </TimelineRow>
        ))}
    </>
  );
}
