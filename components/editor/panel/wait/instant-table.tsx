'use client';

import { ClockAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import { formatClock, formatDay } from '#components/ui/format-time.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { zoneAbbreviation } from '#components/ui/wall-clock.ts';
import type { TimesPreview } from '#server/engine/preview-schedule.ts';
import { clockChangeWords } from './clock-change-words.ts';

const FEW = 4;

/** The next ten times on the wait’s clock, in UTC and from now, with each clock change in its place. */
export function InstantTable({
  preview: { zone, times },
  from,
  name,
  clock,
}: {
  preview: TimesPreview;
  /** Epoch milliseconds. */
  from: number;
  /** Whom it is shown for. */
  name: string;
  /** A time on the clock is waited for, so that a clock change makes the wait longer or shorter. */
  clock: boolean;
}) {
  const [all, setAll] = useState(false);
  if (times.length === 0) return <p className="text-body text-ink-2">It does not come any more.</p>;
  const shown = all ? times : times.slice(0, FEW);
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full border-collapse text-body tabular">
        <thead className="bg-sunken text-left text-caption text-ink-2">
          <tr>
            <th className="px-2.5 py-1.5 font-normal">In {zone.replaceAll('_', ' ')}</th>
            <th className="px-1 py-1.5 font-normal">UTC</th>
            <th className="px-2.5 py-1.5 text-right font-normal">From now</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ at, shift }, index) => (
            <Fragment key={at}>
              <Row at={at} zone={zone} from={from} />
              {shift !== null && <Note>{SHIFTS[shift]}</Note>}
              <Change
                from={index === 0 ? from : (shown[index - 1]?.at ?? from)}
                to={at}
                zone={zone}
                tail={
                  index === 0 && clock
                    ? `, and it is still ${formatClock(new Date(at), zone)} for ${name}.`
                    : null
                }
              />
            </Fragment>
          ))}
        </tbody>
      </table>
      {times.length > FEW && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="h-8 w-full border-t border-line text-caption font-medium text-accent-text hover:bg-sunken focus-visible:-outline-offset-2 max-md:h-11"
        >
          {all ? 'Fewer' : `All ${times.length}`}
        </button>
      )}
    </div>
  );
}

const SHIFTS = {
  gap: 'The clocks skip this time on that day, so it comes later by as much.',
  overlap: 'The clocks show this time twice on that day: the first counts.',
} as const;

function Row({ at, zone, from }: { at: number; zone: string; from: number }) {
  const moment = new Date(at);
  const day = formatDay(moment, zone, new Date(from));
  const utcDay = formatDay(moment, 'UTC', new Date(from));
  return (
    <tr className="border-t border-line">
      <td className="px-2.5 py-1.5 whitespace-nowrap">
        <time dateTime={moment.toISOString()} className="font-medium text-ink">
          {day} {formatClock(moment, zone)}
        </time>{' '}
        <span className="text-caption text-ink-3">{zoneAbbreviation(moment, zone)}</span>
      </td>
      <td className="px-1 py-1.5 whitespace-nowrap text-ink-2">
        {utcDay === day ? '' : `${utcDay.split(' ')[0]} `}
        {formatClock(moment, 'UTC')}
      </td>
      <td className="px-2.5 py-1.5 text-right whitespace-nowrap text-ink-2">
        {formatDuration(at - from)}
      </td>
    </tr>
  );
}

function Change({
  from,
  to,
  zone,
  tail,
}: {
  from: number;
  to: number;
  zone: string;
  /** Ends the sentence about the wait’s length; null where nobody waits through it. */
  tail: string | null;
}) {
  const words = clockChangeWords(from, to, zone);
  if (words === null) return null;
  return (
    <Note>
      <strong className="text-held">{words.title}</strong> {words.when}
      {tail === null ? '' : ` ${words.effect}${tail}`}
    </Note>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <tr className="bg-held-soft text-caption text-ink-2">
      <td colSpan={3} className="px-2.5 py-2">
        <span className="flex items-start gap-2">
          <ClockAlert aria-hidden className="mt-px size-3.5 shrink-0 text-held" />
          <span>{children}</span>
        </span>
      </td>
    </tr>
  );
}
