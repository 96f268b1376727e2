'use client';

import { describeDuration } from '#server/steps/duration.ts';
import type { WidgetProps } from '../widget.ts';
import { LengthField } from './length-field.tsx';
import { Presets } from './presets.tsx';

export function DurationWidget({
  widget,
  field,
  value,
  onChange,
  onBlur,
}: WidgetProps<'duration'>) {
  return (
    <div className="flex flex-col gap-2">
      <LengthField value={value} label={field.label} onChange={onChange} onBlur={onBlur} />
      <Presets
        label={`${field.label}: usual lengths`}
        value={value}
        presets={widget.presets.map((preset) => ({
          value: preset,
          label: describeDuration(preset),
        }))}
        onChoose={onChange}
      />
    </div>
  );
}
