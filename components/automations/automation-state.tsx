import type { AutomationListItem } from '#server/api/views/automation-view.ts';
import { cn } from '#components/ui/cn.ts';
import { AutomationStateBadge } from '#components/ui/status-badge.tsx';

/** The state of an automation with its version, and below it what to know about it. */
export function AutomationState({
  state,
  version,
  note,
}: {
  state: AutomationListItem['state'];
  version: number | null;
  note: string | null;
}) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <AutomationStateBadge state={state} className="font-semibold" />
        {version !== null && <span className="text-body text-ink-3">v{version}</span>}
      </span>
      {note !== null && (
        <span
          className={cn('pl-[22px] text-caption', state === 'parked' ? 'text-held' : 'text-ink-3')}
        >
          {note}
        </span>
      )}
    </span>
  );
}
