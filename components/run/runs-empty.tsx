import { ListTree } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { STATUS_CHOICES, type RunsFilter } from './runs-filter.ts';

/** Why there is nothing to see, and the one thing to do about it. */
export function RunsEmpty({
  filter,
  onChange,
}: {
  filter: RunsFilter;
  onChange: (filter: RunsFilter) => void;
}) {
  const unfiltered =
    filter.status === 'all' && filter.automationId === null && filter.search === '';
  const status =
    STATUS_CHOICES.find((choice) => choice.value === filter.status)?.label ?? filter.status;
  return (
    <div className="p-4 md:p-6">
      <EmptyState
        icon={ListTree}
        title={unfiltered ? 'No runs yet' : 'No run matches'}
        action={
          unfiltered ? undefined : (
            <Button
              onClick={() =>
                onChange({ status: 'all', automationId: null, version: null, search: '' })
              }
            >
              Show all runs
            </Button>
          )
        }
      >
        {unfiltered
          ? 'A run starts when a published automation is triggered. It then stays in this list.'
          : describeFilter(filter, status)}
      </EmptyState>
    </div>
  );
}

function describeFilter(filter: RunsFilter, status: string): string {
  const parts = [
    filter.status === 'all' ? 'No run' : `No run that is ${status}`,
    filter.automationId === null ? '' : ' of this automation',
    filter.search === '' ? '' : ` for “${filter.search}”`,
  ];
  return `${parts.join('')}. New ones are announced here as they start.`;
}
