'use client';

import Link from 'next/link';
import { Chip } from '#components/ui/chip.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { formatDuration } from '#components/ui/format-duration.ts';
import { Moment } from '#components/ui/moment.tsx';
import { StatusDisc } from '#components/ui/status-badge.tsx';
import { TimelineRow } from '#components/ui/timeline.tsx';
import type { FactEntry, HeadEntry, NextEntry } from './timeline-entry.ts';

export function HeadRow({
  entry,
  anchor,
  selected,
  onSelect,
}: {
  entry: HeadEntry;
  anchor: string | undefined;
  selected: boolean;
  onSelect: (stepId: string) => void;
}) {
  const { stepId, status } = entry;
  const open = entry.chip !== null && !entry.chip.endsWith('attempts');
  return (
    <TimelineRow
      head
      {...(anchor === undefined ? {} : { id: anchor })}
      time={
        entry.newDay ? (
          <Moment at={entry.at} format="day" className="font-medium text-ink-2" />
        ) : undefined
      }
      dot={{ icon: <StatusDisc status={status} /> }}
      who={entry.aside}
      className={cn(
        'scroll-m-8',
        selected &&
          'before:absolute before:inset-x-[-8px] before:top-2.5 before:bottom-[-2px] before:rounded-control before:bg-accent-soft [&>*]:relative',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        {stepId === null || stepId === 'trigger' ? (
          <span className="font-semibold">{entry.name}</span>
        ) : (
          <button
            type="button"
            onClick={() => onSelect(stepId)}
            className="text-left font-semibold hover:underline"
          >
            {entry.name}
          </button>
        )}
        {entry.chip !== null && (
          <Chip tone={open ? chipTone(status.tone) : 'neutral'}>{entry.chip}</Chip>
        )}
      </span>
    </TimelineRow>
  );
}

function chipTone(
  tone: HeadEntry['status']['tone'],
): 'accent' | 'wait' | 'held' | 'review' | 'fail' | 'neutral' {
  return tone === 'quiet' || tone === 'done' ? 'neutral' : tone;
}

export function FactRow({ entry, contactZone }: { entry: FactEntry; contactZone: string | null }) {
  const { text } = entry;
  return (
    <TimelineRow
      time={
        <Moment at={entry.at} format={entry.newDay ? 'day' : 'seconds'} contactZone={contactZone} />
      }
      dot={text.tone ?? 'plain'}
      who={
        <>
          <span className="max-md:hidden">{entry.who}</span>
          <Moment at={entry.at} format="clock" contactZone={contactZone} className="md:hidden" />
        </>
      }
    >
      <span className={text.quiet === true ? 'text-ink-2' : ''}>
        {text.strong !== undefined && <strong>{text.strong} </strong>}
        {text.href === undefined ? (
          text.rest
        ) : (
          <Link href={text.href} className="font-medium underline underline-offset-2">
            {text.rest}
          </Link>
        )}
        {text.code !== undefined && (
          <>
            {' '}
            <CopyButton value={text.code.whole} shown={text.code.shown} label={text.code.copy} />
          </>
        )}
      </span>
    </TimelineRow>
  );
}

export function NowRow({ at }: { at: Date }) {
  return (
    <TimelineRow
      className="pt-1 text-accent-text md:[&>div]:col-span-2 md:[&>span:last-child]:hidden"
      time={<Moment at={at} format="clock" className="font-semibold text-accent-text" />}
      dot="now"
      who={<Moment at={at} format="clock" className="font-medium text-accent-text md:hidden" />}
    >
      <span className="flex items-center gap-2.5 font-medium text-accent-text">
        Now
        <span aria-hidden className="h-px grow bg-accent-line" />
      </span>
    </TimelineRow>
  );
}

export function NextRow({
  entry,
  now,
  held,
}: {
  entry: NextEntry;
  now: Date;
  /** Whether it waits for its automation to be resumed, whatever its own time says. */
  held: boolean;
}) {
  const left = entry.at.getTime() - now.getTime();
  const when = left > 0 ? `in ${formatDuration(left)}` : 'due';
  return (
    <TimelineRow
      time={<Moment at={entry.at} format="near" now={now} />}
      dot="next"
      who={
        <>
          <span className="max-md:hidden">{held ? 'held until it is resumed' : when}</span>
          <Moment at={entry.at} format="near" now={now} className="md:hidden" />
        </>
      }
    >
      <span className="text-ink-2">{entry.text}</span>
    </TimelineRow>
  );
}
