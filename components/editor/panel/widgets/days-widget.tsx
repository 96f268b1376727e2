'use client';

import { daysSchema, expandDays } from '#server/steps/weekdays.ts';
import type { WidgetProps } from '../widget.ts';
import { Presets } from './presets.tsx';

const DAYS = [
  { id: 'mon', letter: 'M', name: 'Monday' },
  { id: 'tue', letter: 'T', name: 'Tuesday' },
  { id: 'wed', letter: 'W', name: 'Wednesday' },
  { id: 'thu', letter: 'T', name: 'Thursday' },
  { id: 'fri', letter: 'F', name: 'Friday' },
  { id: 'sat', letter: 'S', name: 'Saturday' },
  { id: 'sun', letter: 'S', name: 'Sunday' },
] as const;

type DayId = (typeof DAYS)[number]['id'];

/** Seven days to press; the usual sets by their names. */
export function DaysWidget({ field, value, onChange }: WidgetProps<'days'>) {
  const read = daysSchema.safeParse(value ?? 'daily');
  const chosen: readonly DayId[] = read.success ? expandDays(read.data) : [];
  const toggle = (id: DayId): void => {
    const next = chosen.includes(id) ? chosen.filter((day) => day !== id) : [...chosen, id];
    const ordered = DAYS.map((day) => day.id).filter((day) => next.includes(day));
    onChange(nameOf(ordered) ?? ordered);
  };
  return (
    <div className="flex flex-col gap-2">
      <fieldset aria-label={field.label} className="flex gap-1">
        {DAYS.map(({ id, letter, name }) => (
          <button
            key={id}
            type="button"
            aria-label={name}
            aria-pressed={chosen.includes(id)}
            onClick={() => toggle(id)}
            className="h-8 min-w-0 grow basis-0 rounded-control border border-control bg-surface text-body font-medium text-ink-2 transition-colors hover:border-edge aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-11"
          >
            {letter}
          </button>
        ))}
      </fieldset>
      <Presets
        label="Usual days"
        value={nameOf(chosen) ?? value}
        presets={[
          { value: 'weekdays', label: 'Weekdays' },
          { value: 'daily', label: 'Every day' },
          { value: 'weekends', label: 'Weekends' },
        ]}
        onChoose={onChange}
      />
    </div>
  );
}

/** Sets that have a name are stored by it. */
function nameOf(days: readonly DayId[]): 'daily' | 'weekdays' | 'weekends' | null {
  for (const name of ['daily', 'weekdays', 'weekends'] as const) {
    const named = expandDays(name);
    if (named.length === days.length && named.every((day) => days.includes(day))) return name;
  }
  return null;
}
