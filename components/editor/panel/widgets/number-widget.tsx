'use client';

import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import type { WidgetProps } from '../widget.ts';

const OTHER = 'other';

/** A number, by its usual values where there are some. What is no number stays as it was typed. */
export function NumberWidget(props: WidgetProps<'number'>) {
  const { widget, value, onChange } = props;
  const presets = widget.presets ?? [];
  if (presets.length === 0) return <NumberBox {...props} />;
  const preset = presets.find((candidate) => candidate.value === value);
  return (
    <div className="flex flex-col gap-2">
      <Select
        value={preset === undefined ? OTHER : String(preset.value)}
        onValueChange={(chosen) =>
          onChange(chosen === OTHER ? (presets.at(-1)?.value ?? 0) + 1 : Number(chosen))
        }
        options={[
          ...presets.map((candidate) => ({
            value: String(candidate.value),
            label: candidate.label,
          })),
          { value: OTHER, label: 'Another value' },
        ]}
      />
      {preset === undefined && <NumberBox {...props} />}
    </div>
  );
}

function NumberBox({ widget, field, value, onChange, onBlur }: WidgetProps<'number'>) {
  return (
    <div className="flex items-center gap-2">
      <Input
        type="number"
        inputMode={widget.whole ? 'numeric' : 'decimal'}
        aria-label={field.label}
        min={widget.min}
        max={widget.max}
        step={widget.whole ? widget.step : 'any'}
        value={typeof value === 'number' ? value : ''}
        onChange={(event) => {
          const typed = event.target.valueAsNumber;
          onChange(Number.isNaN(typed) ? undefined : typed);
        }}
        onBlur={onBlur}
        className="w-32"
      />
      {widget.unit !== undefined && <span className="text-body text-ink-2">{widget.unit}</span>}
    </div>
  );
}
