'use client';

import { useId } from 'react';
import { Input } from '#components/ui/input.tsx';
import { textOf, type WidgetProps } from '../widget.ts';

export function TextWidget({ widget, field, value, onChange, onBlur }: WidgetProps<'text'>) {
  const list = useId();
  const suggestions = widget.suggestions ?? [];
  return (
    <>
      <Input
        value={textOf(value)}
        placeholder={field.placeholder}
        onChange={(event) =>
          onChange(event.target.value === '' && !field.required ? undefined : event.target.value)
        }
        onBlur={onBlur}
        {...(suggestions.length > 0 ? { list } : {})}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
