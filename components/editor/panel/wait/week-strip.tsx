'use client';

import type { TimesPreview } from '#server/engine/preview-schedule.ts';
import { type DayStrip, dayStrip } from './day-strip.ts';

/** From now to the first time, in the week that it falls into. The table below says the same in words. */
export function WeekStrip({ preview, from }: { preview: TimesPreview; from: number }) {
  const times = preview.times.map(({ at }) => at);
  const strip = dayStrip(times, preview.zone, from);
  if (strip.times.length === 0) return null;
  return (
    <div aria-hidden className="flex flex-col gap-1 text-caption">
      <div className="grid grid-cols-7">
        {strip.days.map(({ label, hasTime }) => (
          <span
            key={label}
            className={`truncate text-center ${hasTime ? 'font-medium text-ink' : 'text-ink-3'}`}
          >
            {label}
          </span>
        ))}
      </div>
      <div className="relative h-5">
        <div className="absolute inset-x-0 top-1.5 grid h-2 grid-cols-7 gap-0.5">
          {strip.days.map(({ label, hasTime }) => (
            <span
              key={label}
              className={
                hasTime
                  ? 'rounded-tag bg-line'
                  : 'rounded-tag border border-dashed border-line bg-surface'
              }
            />
          ))}
        </div>
        <Marks strip={strip} />
      </div>
      <div className="relative h-4">
        <Word place={strip.now} className="text-ink-3">
          now
        </Word>
        {strip.change !== null && (
          <Word place={strip.change.place} className="font-medium text-held">
            {strip.change.words}
          </Word>
        )}
      </div>
    </div>
  );
}

const at = (place: number): string => `${(place / 7) * 100}%`;

function Marks({ strip: { now, times, change } }: { strip: DayStrip }) {
  const [first = now] = times;
  return (
    <>
      <span className="absolute top-1 h-3 w-px bg-accent" style={{ left: at(now) }} />
      <span
        className="absolute top-[9px] border-t border-dashed border-accent"
        style={{ left: at(now), width: at(Math.max(0, first - now)) }}
      />
      {change !== null && (
        <span className="absolute top-0 h-5 w-0.5 bg-held" style={{ left: at(change.place) }} />
      )}
      {times.map((place, index) => (
        <span
          key={place}
          className={`absolute top-1.5 size-2 -translate-x-1/2 rounded-full border-2 border-accent ${index === 0 ? 'bg-accent' : 'bg-surface'}`}
          style={{ left: at(place) }}
        />
      ))}
    </>
  );
}

/** Under its place, but never over an edge. */
function Word({
  place,
  className,
  children,
}: {
  place: number;
  className: string;
  children: string;
}) {
  const side =
    place < 0.6 ? { left: 0 } : place > 5.8 ? { right: 0 } : { left: at(place), translate: '-50%' };
  return (
    <span className={`absolute whitespace-nowrap ${className}`} style={side}>
      {children}
    </span>
  );
}
