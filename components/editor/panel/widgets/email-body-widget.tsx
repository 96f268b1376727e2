'use client';

import { Textarea } from '#components/ui/textarea.tsx';
import { textOf, type WidgetProps } from '../widget.ts';

export function EmailBodyWidget({ field, value, onChange, onBlur }: WidgetProps<'email_body'>) {
  return (
    <Textarea
      rows={10}
      value={textOf(value)}
      placeholder={field.placeholder}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}
