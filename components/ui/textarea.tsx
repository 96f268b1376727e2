'use client';

import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { CONTROL_CLASSES } from './control-classes.ts';
import { useFieldProps } from './field.tsx';

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const field = useFieldProps();
  return (
    <textarea
      rows={rows}
      className={cn(CONTROL_CLASSES, 'field-sizing-content min-h-16 py-1.5', className)}
      {...field}
      {...props}
    />
  );
}
