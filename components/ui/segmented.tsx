'use client';

import type { LucideIcon } from 'lucide-react';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: LucideIcon;
}

/** A choice between two or three views of the same thing, all visible. */
export function Segmented<Value extends string>({
  label,
  value,
  segments,
  onChange,
}: {
  label: string;
  value: Value;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex rounded-card border border-line bg-sunken p-0.5"
    >
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
          className="inline-flex h-7 items-center gap-1.5 rounded-control px-2.5 text-caption font-medium text-ink-2 transition-colors aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-rest [&_svg]:size-3.5"
        >
          {segment.icon !== undefined && <segment.icon aria-hidden />}
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
