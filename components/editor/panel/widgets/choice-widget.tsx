'use client';

import { RadioCard, RadioCards } from '#components/ui/radio-card.tsx';
import { Select } from '#components/ui/select.tsx';
import type { WidgetProps } from '../widget.ts';

export function ChoiceWidget({ widget, field, value, onChange }: WidgetProps<'choice'>) {
  const chosen = typeof value === 'string' ? value : undefined;
  if (widget.as === 'list') {
    return (
      <Select
        value={chosen}
        placeholder={field.placeholder ?? 'Choose'}
        onValueChange={onChange}
        options={widget.options.map(({ value: option, label }) => ({ value: option, label }))}
      />
    );
  }
  return (
    <RadioCards aria-label={field.label} value={chosen ?? ''} onValueChange={onChange}>
      {widget.options.map(({ value: option, label, help }) => (
        <RadioCard key={option} value={option} title={label} plain>
          {help}
        </RadioCard>
      ))}
    </RadioCards>
  );
}
