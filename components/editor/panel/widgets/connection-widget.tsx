'use client';

import { Select } from '#components/ui/select.tsx';
import { useFacts } from '#components/editor/editor-context.tsx';
import type { WidgetProps } from '../widget.ts';

const HEALTH = { ok: '', failing: 'not answering', unauthorised: 'needs reconnecting' } as const;

/** The workspace's connections of the right kind; one that is gone stays named, so that it shows. */
export function ConnectionWidget({ widget, value, onChange }: WidgetProps<'connection'>) {
  const { connections } = useFacts();
  const fitting = connections.filter(({ kind }) => kind === widget.of);
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  const unknown = chosen !== undefined && !fitting.some(({ name }) => name === chosen);
  return (
    <Select
      value={chosen}
      placeholder={fitting.length === 0 ? 'No connection of this kind yet' : 'Choose a connection'}
      onValueChange={onChange}
      options={[
        ...fitting.map(({ name, label, health }) => ({
          value: name,
          label,
          note: HEALTH[health],
        })),
        ...(unknown ? [{ value: chosen, label: chosen, note: 'not in this workspace' }] : []),
      ]}
    />
  );
}
