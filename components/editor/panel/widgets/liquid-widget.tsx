'use client';

import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { textOf, type WidgetProps } from '../widget.ts';

export function LiquidWidget({ widget, field, value, onChange, onBlur }: WidgetProps<'liquid'>) {
  const set = (text: string): void => onChange(text === '' && !field.required ? undefined : text);
  if (widget.lines === 'one') {
    return (
      <Input
        value={textOf(value)}
        placeholder={field.placeholder}
        onChange={(event) => set(event.target.value)}
        onBlur={onBlur}
      />
    );
  }
  return (
    <Textarea
      rows={5}
      value={textOf(value)}
      placeholder={field.placeholder}
      onChange={(event) => set(event.target.value)}
      onBlur={onBlur}
    />
  );
}
