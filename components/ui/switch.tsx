'use client';

import { Switch as Primitive } from 'radix-ui';
import { type ComponentProps, useId } from 'react';

/** On or off at once, with its words to the right. */
export function Switch({
  label,
  ...props
}: ComponentProps<typeof Primitive.Root> & { label: string }) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-1.5">
      <Primitive.Root
        id={id}
        className="inline-flex h-4 w-[26px] shrink-0 items-center rounded-full bg-edge p-[3px] transition-colors data-[state=checked]:bg-accent"
        {...props}
      >
        <Primitive.Thumb className="size-2.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-2.5" />
      </Primitive.Root>
      <label htmlFor={id} className="text-caption text-ink-2">
        {label}
      </label>
    </span>
  );
}
