import type { TimesPreview } from '#server/engine/preview-schedule.ts';
import { formatInstant } from '#components/ui/format-time.ts';

const SHIFTS = {
  gap: 'moved later: the clocks skip this time',
  overlap: 'the clocks show this time twice: the first counts',
} as const;

/** The next instants of a rule on the clock that it is about, with those that a clock change shifts. */
export function NextTimes({
  preview: { zone, times },
  label,
  now,
}: {
  preview: TimesPreview;
  label: string;
  now: Date;
}) {
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h3 className="text-caption text-ink-3">
        {label}, in {zone.replaceAll('_', ' ')} time
      </h3>
      {times.length === 0 ? (
        <p className="text-body text-ink-2">It does not come any more.</p>
      ) : (
        <ol className="flex flex-col">
          {times.map(({ at, shift }) => {
            const moment = new Date(at);
            return (
              <li key={at} className="flex flex-wrap items-baseline gap-x-2 text-body">
                <time dateTime={moment.toISOString()} className="tabular">
                  {formatInstant(moment, zone, now)}
                </time>
                {shift !== null && <span className="text-caption text-held">{SHIFTS[shift]}</span>}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
