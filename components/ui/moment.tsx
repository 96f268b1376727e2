'use client';

import { cn } from './cn.ts';
import {
  formatClock,
  formatClockSeconds,
  formatDay,
  formatInstant,
  formatNear,
  formatWhen,
  hoverTimes,
} from './format-time.ts';
import { useReaderZone } from './reader-zone.tsx';

export type MomentFormat = 'instant' | 'clock' | 'seconds' | 'day' | 'near' | 'when';

/** A time in the reader's zone; hovering tells UTC and the contact's clock. */
export function Moment({
  at,
  format = 'instant',
  now,
  contactZone,
  className,
}: {
  at: Date;
  format?: MomentFormat;
  /** Needed for `near` and `when`, which depend on today. */
  now?: Date;
  contactZone?: string | null;
  className?: string;
}) {
  const zone = useReaderZone();
  return (
    <time
      dateTime={at.toISOString()}
      title={hoverTimes(at, zone, contactZone)}
      className={cn('tabular whitespace-nowrap', className)}
    >
      {shown(at, zone, format, now)}
    </time>
  );
}

function shown(at: Date, zone: string, format: MomentFormat, now: Date | undefined): string {
  switch (format) {
    case 'clock':
      return formatClock(at, zone);
    case 'seconds':
      return formatClockSeconds(at, zone);
    case 'day':
      return formatDay(at, zone, now);
    case 'near':
      return now === undefined ? formatInstant(at, zone) : formatNear(at, zone, now);
    case 'when':
      return now === undefined ? formatInstant(at, zone) : formatWhen(at, zone, now);
    case 'instant':
      return formatInstant(at, zone, now);
  }
}
