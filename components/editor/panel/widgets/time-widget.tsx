'use client';

import { Input } from '#components/ui/input.tsx';
import { textOf, type WidgetProps } from '../widget.ts';

export function TimeWidget({ field, value, onChange, onBlur }: WidgetProps<'time_of_day'>) {
  return (
    <Input
      type="time"
      value={textOf(value)}
      onChange={(event) =>
        onChange(event.target.value === '' && !field.required ? undefined : event.target.value)
      }
      onBlur={onBlur}
      className="w-36"
    />
  );
}
