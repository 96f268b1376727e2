'use client';

import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { LENGTH_UNITS, type LengthUnit, readLength, writeLength } from './duration.ts';

/** How long, as a number and a unit; a length of several units as it is written. */
export function LengthField({
  value,
  label,
  onChange,
  onBlur,
}: {
  value: unknown;
  /** Names both parts. */
  label: string;
  onChange: (text: string) => void;
  onBlur: () => void;
}) {
  const text = typeof value === 'string' ? value : '';
  const length = readLength(text);
  if (length === null && text !== '') {
    return (
      <Input
        aria-label={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    );
  }
  const { amount, unit }: { amount: number | ''; unit: LengthUnit } = length ?? {
    amount: '',
    unit: 'days',
  };
  return (
    <div className="flex gap-2">
      <Input
        type="number"
        inputMode="numeric"
        aria-label={`${label}: how many`}
        min={1}
        value={amount}
        onChange={(event) => {
          const typed = event.target.valueAsNumber;
          onChange(Number.isNaN(typed) ? '' : writeLength({ amount: Math.trunc(typed), unit }));
        }}
        onBlur={onBlur}
        className="w-24"
      />
      <Select
        label={`${label}: unit`}
        value={unit}
        onValueChange={(chosen) =>
          onChange(writeLength({ amount: amount === '' ? 1 : amount, unit: chosen as LengthUnit }))
        }
        options={LENGTH_UNITS.map((option) => ({ value: option, label: option }))}
        className="grow"
      />
    </div>
  );
}
