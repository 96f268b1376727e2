'use client';

import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { cn } from './cn.ts';
import { CONTROL_CLASSES } from './control-classes.ts';
import { useFieldProps } from './field.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

/** One choice of a few. `label` names it where no `Field` does. */
export function Select({
  value,
  onValueChange,
  options,
  placeholder,
  label,
  disabled = false,
  className,
}: {
  value: string | undefined;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  label?: string;
  disabled?: boolean;
  className?: string;
}) {
  const field = useFieldProps();
  return (
    <Primitive.Root
      {...(value === undefined ? {} : { value })}
      onValueChange={onValueChange}
      disabled={disabled}
    >
      <Primitive.Trigger
        {...field}
        {...(label === undefined ? {} : { 'aria-label': label })}
        className={cn(
          CONTROL_CLASSES,
          'flex h-8 items-center justify-between gap-2 text-left data-placeholder:text-ink-3 max-md:h-11',
          className,
        )}
      >
        <Primitive.Value placeholder={placeholder} />
        <Primitive.Icon>
          <ChevronDown aria-hidden className="size-4 text-ink-2" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-appear overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
        >
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                className="flex h-8 cursor-pointer items-center gap-2 rounded-control px-2 text-body text-ink outline-none select-none data-highlighted:bg-accent-soft max-md:h-11"
              >
                <span className="inline-flex w-4 shrink-0">
                  <Primitive.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent-text" />
                  </Primitive.ItemIndicator>
                </span>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                {option.note !== undefined && (
                  <span className="ml-auto pl-4 text-caption text-ink-3">{option.note}</span>
                )}
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
