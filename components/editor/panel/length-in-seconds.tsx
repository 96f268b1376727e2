'use client';

import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

/** A length that is stored in seconds, edited in minutes. */
export function LengthInSeconds({
  label,
  hint,
  seconds,
  absent,
  onChange,
  onBlur,
}: {
  label: string;
  hint: string;
  seconds: unknown;
  /** What counts where nothing is set. */
  absent: number;
  onChange: (seconds: number) => void;
  onBlur: () => void;
}) {
  const shown = typeof seconds === 'number' ? seconds : absent;
  return (
    <Field label={label} hint={hint}>
      <span className="flex items-center gap-2">
        <Input
          type="number"
          min={0}
          step="any"
          aria-label={`${label}, minutes`}
          value={Math.round((shown / 60) * 100) / 100}
          onChange={(event) => {
            const minutes = event.target.valueAsNumber;
            onChange(Number.isNaN(minutes) ? 0 : Math.max(0, Math.round(minutes * 60)));
          }}
          onBlur={onBlur}
          className="w-32"
        />
        <span className="text-body text-ink-2">minutes</span>
      </span>
    </Field>
  );
}
