'use client';

import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

/** A checkbox with its words; `label` as a string only names it when `hideLabel` is set. */
export function Checkbox({
  label,
  hideLabel = false,
  className,
  ...props
}: ComponentProps<typeof Primitive.Root> & { label: ReactNode; hideLabel?: boolean }) {
  const id = useId();
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <Primitive.Root
        id={id}
        className="inline-flex size-4 shrink-0 items-center justify-center rounded-tag border border-edge bg-surface transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
        {...props}
      >
        <Primitive.Indicator className="text-on-accent">
          {props.checked === 'indeterminate' ? (
            <Minus aria-hidden className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden className="size-3" strokeWidth={3} />
          )}
        </Primitive.Indicator>
      </Primitive.Root>
      <label htmlFor={id} className={cn('text-body text-ink', hideLabel && 'sr-only')}>
        {label}
      </label>
    </span>
  );
}
