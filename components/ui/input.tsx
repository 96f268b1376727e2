'use client';

import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { CONTROL_CLASSES } from './control-classes.ts';
import { useFieldProps } from './field.tsx';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  const field = useFieldProps();
  return (
    <input className={cn(CONTROL_CLASSES, 'h-8 max-md:h-11', className)} {...field} {...props} />
  );
}
