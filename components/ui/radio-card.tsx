'use client';

import { RadioGroup } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

export function RadioCards({ className, ...props }: ComponentProps<typeof RadioGroup.Root>) {
  return <RadioGroup.Root className={cn('flex flex-col gap-2', className)} {...props} />;
}

/** A choice with its consequence. `plain` leaves the frame away, for settings beside content. */
export function RadioCard({
  value,
  title,
  children,
  plain = false,
  disabled = false,
}: {
  value: string;
  title: ReactNode;
  children?: ReactNode;
  plain?: boolean;
  disabled?: boolean;
}) {
  return (
    <RadioGroup.Item
      value={value}
      disabled={disabled}
      className={cn(
        'group flex w-full items-start gap-3 rounded-card text-left transition-colors disabled:cursor-not-allowed disabled:opacity-50',
        plain
          ? 'p-0'
          : 'border border-control bg-surface px-3.5 py-2.5 hover:border-edge data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft/45 data-[state=checked]:ring-1 data-[state=checked]:ring-accent',
      )}
    >
      <span
        aria-hidden
        className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-full border border-edge bg-surface group-data-[state=checked]:border-[5px] group-data-[state=checked]:border-accent"
      />
      <span className="flex min-w-0 flex-col">
        <span className="text-body font-semibold text-ink">{title}</span>
        {children !== undefined && (
          <span className={cn('text-ink-2', plain ? 'text-caption' : 'text-body')}>{children}</span>
        )}
      </span>
    </RadioGroup.Item>
  );
}
