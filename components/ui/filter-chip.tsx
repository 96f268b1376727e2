'use client';

import { ChevronDown, X } from 'lucide-react';
import { Menu, MenuRadioGroup, MenuRadioItem } from './menu.tsx';
import type { SelectOption } from './select.tsx';

/** A field and the value it is held to; the value opens the choices, the cross removes it. */
export function FilterChip({
  field,
  value,
  options,
  onChange,
  onRemove,
}: {
  field: string;
  value: string | null;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  onRemove: () => void;
}) {
  const label = options.find((option) => option.value === value)?.label ?? 'any';
  return (
    <span className="inline-flex h-7 items-stretch rounded-control border border-control bg-surface text-caption">
      <span className="flex items-center border-r border-line px-2 text-ink-2">{field}</span>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`${field}: ${label}. Change`}
            className="flex items-center gap-1 rounded-control px-2 font-medium text-ink hover:bg-sunken"
          >
            {label}
            {value === null && <ChevronDown aria-hidden className="size-3.5 text-ink-3" />}
          </button>
        }
      >
        <MenuRadioGroup value={value ?? ''} onValueChange={onChange}>
          {options.map((option) => (
            <MenuRadioItem key={option.value} value={option.value}>
              {option.label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </Menu>
      {value !== null && (
        <button
          type="button"
          aria-label={`Remove the filter on ${field.toLowerCase()}`}
          onClick={onRemove}
          className="flex w-7 items-center justify-center rounded-r-control border-l border-line text-ink-3 hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}
