'use client';

import { useQuery } from '@tanstack/react-query';
import { Select } from '#components/ui/select.tsx';
import { useTRPC } from '#components/trpc/trpc.ts';
import { useFacts } from '#components/editor/editor-context.tsx';
import type { WidgetProps } from '../widget.ts';

/** Another automation of the workspace, by its address. */
export function AutomationWidget({ value, onChange }: WidgetProps<'automation'>) {
  const trpc = useTRPC();
  const { detail } = useFacts();
  const list = useQuery(trpc.automations.list.queryOptions());
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  const others = (list.data?.items ?? []).filter(({ id }) => id !== detail.id);
  const unknown = chosen !== undefined && !others.some(({ slug }) => slug === chosen);
  return (
    <Select
      value={chosen}
      placeholder="Choose an automation"
      onValueChange={onChange}
      options={[
        ...others.map(({ slug, name, version }) => ({
          value: slug,
          label: name,
          note: version === null ? 'never published' : '',
        })),
        ...(unknown ? [{ value: chosen, label: chosen, note: 'not here' }] : []),
      ]}
    />
  );
}
