import Link from 'next/link';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { Button } from '#components/ui/button.tsx';
import { RetryButton } from './retry-button.tsx';
import { retryTarget } from './retry-target.ts';
import { leadOf } from './run-lead.ts';

/** On phones the actions stand at the bottom, where the thumb is. */
export function RunActionBar({ run, onCancel }: { run: RunDetail; onCancel: () => void }) {
  const lead = leadOf(run);
  // There is room for two: where somebody has to go elsewhere first, trying again comes after.
  const again = lead === null ? retryTarget(run) : null;
  if (lead === null && again === null && !run.can.cancel) return null;
  return (
    <div className="flex shrink-0 gap-2 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:hidden">
      {run.can.cancel && (
        <Button variant="danger-outline" size="touch" onClick={onCancel} className="grow-2 basis-0">
          Cancel run…
        </Button>
      )}
      {again !== null && (
        <RetryButton
          run={run}
          target={again}
          variant="primary"
          size="touch"
          className="grow-3 basis-0"
        />
      )}
      {lead !== null && (
        <Button variant="primary" size="touch" asChild className="grow-3 basis-0">
          <Link href={lead.href}>{lead.label}</Link>
        </Button>
      )}
    </div>
  );
}
