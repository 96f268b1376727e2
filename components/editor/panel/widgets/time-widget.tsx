'use client';

import { useState } from 'react';
import { Input } from '#components/ui/input.tsx';
import { textOf, type WidgetProps } from '../widget.ts';
import { readTime } from './read-time.ts';

/** Always on a 24-hour clock, whatever the browser's language; what is no time stays as it was typed. */
export function TimeWidget({ field, value, onChange, onBlur }: WidgetProps<'time_of_day'>) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      inputMode="numeric"
      value={typed ?? textOf(value)}
      placeholder={field.placeholder ?? '09:00'}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        if (text === '' && !field.required) onChange(undefined);
        else onChange(readTime(text) ?? text);
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
      className="min-w-16 max-w-28 tabular"
    />
  );
}
