'use client';

import { Switch } from '#components/ui/switch.tsx';
import type { WidgetProps } from '../widget.ts';

export function SwitchWidget({ field, value, onChange }: WidgetProps<'switch'>) {
  return (
    <Switch
      label={value === true ? 'Yes' : 'No'}
      aria-label={field.label}
      checked={value === true}
      onCheckedChange={onChange}
    />
  );
}
