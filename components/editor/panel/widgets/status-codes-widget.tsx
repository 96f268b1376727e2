'use client';

import { useState } from 'react';
import { Input } from '#components/ui/input.tsx';
import type { WidgetProps } from '../widget.ts';

export function StatusCodesWidget({ field, value, onChange, onBlur }: WidgetProps<'status_codes'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const codes = Array.isArray(value) ? value.join(', ') : '';
  return (
    <Input
      inputMode="numeric"
      value={typed ?? codes}
      placeholder={field.placeholder ?? '404, 409'}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = event.target.value
          .split(/[\s,;]+/)
          .filter(Boolean)
          .map(Number);
        onChange(read.length === 0 ? undefined : read.filter((code) => !Number.isNaN(code)));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
    />
  );
}
