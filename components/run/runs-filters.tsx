'use client';

import { Plus } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { FilterChip } from '#components/ui/filter-chip.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { VersionFilter } from './version-filter.tsx';
import { STATUS_CHOICES, type RunsFilter } from './runs-filter.ts';

/** The filters in force as chips, and a way to add the other one. */
export function RunsFilters({
  filter,
  automations,
  onChange,
}: {
  filter: RunsFilter;
  automations: readonly { id: string; name: string }[];
  onChange: (filter: RunsFilter) => void;
}) {
  const first = automations[0];
  return (
    <>
      <FilterChip
        field="Status"
        value={filter.status === 'all' ? null : filter.status}
        options={STATUS_CHOICES}
        onChange={(status) => onChange({ ...filter, status })}
        onRemove={() => onChange({ ...filter, status: 'all' })}
      />
      {filter.automationId === null ? (
        first !== undefined && (
          <Menu
            align="start"
            trigger={
              <Button variant="quiet" size="compact">
                <Plus aria-hidden />
                Automation
              </Button>
            }
          >
            {automations.map(({ id, name }) => (
              <MenuItem
                key={id}
                onSelect={() => onChange({ ...filter, automationId: id, version: null })}
              >
                {name}
              </MenuItem>
            ))}
          </Menu>
        )
      ) : (
        <FilterChip
          field="Automation"
          value={filter.automationId}
          options={automations.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(automationId) => onChange({ ...filter, automationId, version: null })}
          onRemove={() => onChange({ ...filter, automationId: null, version: null })}
        />
      )}
      {filter.automationId !== null && (
        <VersionFilter
          automationId={filter.automationId}
          version={filter.version ?? null}
          onChange={(version) => onChange({ ...filter, version })}
        />
      )}
      {filter.search !== '' && (
        <FilterChip
          field="Contact or id"
          value={filter.search}
          options={[{ value: filter.search, label: filter.search }]}
          onChange={() => {}}
          onRemove={() => onChange({ ...filter, search: '' })}
        />
      )}
    </>
  );
}
