import { useId } from 'react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';

/** How many open runs stand on each step, and that publishing leaves them where they are. */
export function PeopleOnTheirWay({
  detail,
  headingLevel: Heading,
}: {
  detail: AutomationDetail;
  headingLevel: 'h2' | 'h3';
}) {
  const titleId = useId();
  const names = new Map(
    [...(detail.shownDocument?.steps ?? []), ...detail.draft.steps].map((step) => [
      step.id,
      step.name,
    ]),
  );
  // In the order of the document; what only older versions have comes last.
  const order = [...names.keys()];
  const place = (stepId: string): number =>
    order.includes(stepId) ? order.indexOf(stepId) : order.length;
  const counts = Object.entries(detail.headCounts)
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => place(a) - place(b));
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between">
        <Heading id={titleId} className="text-section">
          On their way now
        </Heading>
        <span className="text-section tabular">{total.toLocaleString('en-GB')}</span>
      </div>
      <p className="text-caption text-ink-2">
        {total === 0 ? 'No run is open.' : 'They finish on the version they started on.'}
      </p>
      <ul className="flex flex-col">
        {counts.map(([stepId, count]) => (
          <li
            key={stepId}
            className="grid grid-cols-[1fr_80px_40px] items-center gap-3 py-1 text-body"
          >
            <span className="min-w-0 break-words">{names.get(stepId) ?? stepId}</span>
            <span aria-hidden className="h-1.5 rounded-full bg-line">
              <span
                className="block h-full rounded-full bg-wait"
                style={{ width: `${Math.max(4, (count / most) * 100)}%` }}
              />
            </span>
            <span className="text-right font-medium tabular">{count.toLocaleString('en-GB')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
