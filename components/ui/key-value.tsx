import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { cn } from './cn.ts';

export interface KeyValueRow {
  readonly key: string;
  readonly value: ReactNode;
}

/** A small framed box of facts, as in the timeline: a timer, an effect, a deadline. */
export function KeyValueBox({
  rows,
  icon: Icon,
  tone = 'plain',
  action,
}: {
  rows: readonly KeyValueRow[];
  icon?: LucideIcon;
  tone?: 'plain' | 'held';
  action?: ReactNode;
}) {
  return (
    <div
      className={cn(
        'flex items-start gap-2 rounded-control border px-2.5 py-1.5 text-caption',
        tone === 'held' ? 'border-held-line bg-held-soft' : 'border-line bg-surface',
      )}
    >
      {Icon !== undefined && (
        <Icon
          aria-hidden
          className={cn(
            'mt-0.5 size-3.5 shrink-0 max-md:hidden',
            tone === 'held' ? 'text-held' : 'text-ink-3',
          )}
        />
      )}
      <dl className="grid min-w-0 grow grid-cols-[max-content_1fr] gap-x-3">
        {rows.map((row) => (
          <Fragment key={row.key}>
            <dt
              className={cn(
                'min-w-13 leading-[18px]',
                tone === 'held' ? 'text-held' : 'text-ink-3',
              )}
            >
              {row.key}
            </dt>
            <dd className="min-w-0 leading-[18px] break-words text-ink">{row.value}</dd>
          </Fragment>
        ))}
      </dl>
      {action}
    </div>
  );
}
