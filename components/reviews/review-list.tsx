import Link from 'next/link';
import type { ReviewItem } from '#server/api/views/run-view.ts';
import { cn } from '#components/ui/cn.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { ReviewIcon } from './review-icon.tsx';
import { reviewWords } from './review-words.ts';

/** What nobody knows the outcome of, oldest first. */
export function ReviewList({
  items,
  selectedKey,
  now,
}: {
  items: readonly ReviewItem[];
  selectedKey: string | null;
  now: Date;
}) {
  return (
    <ul className="flex flex-col border-t border-line">
      {items.map((item) => {
        const selected = item.effect.key === selectedKey;
        return (
          <li key={item.effect.key} className="border-b border-line">
            <Link
              href={`/needs-review?key=${encodeURIComponent(item.effect.key)}`}
              aria-current={selected ? 'true' : undefined}
              className={cn(
                'relative flex items-start gap-2.5 px-4 py-3 -outline-offset-2 transition-colors hover:bg-surface md:px-6',
                selected &&
                  'md:bg-surface md:before:absolute md:before:inset-y-0 md:before:left-0 md:before:w-[3px] md:before:bg-accent',
              )}
            >
              <ReviewIcon item={item} />
              <span className="flex min-w-0 grow flex-col">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 text-body font-semibold text-ink">
                    {reviewWords(item).noun}
                  </span>
                  <span className="shrink-0 text-caption text-ink-3 tabular">
                    {formatDuration(now.getTime() - item.since.getTime())}
                  </span>
                </span>
                <span className="line-clamp-2 text-body text-ink-2">{item.message}</span>
                <span className="text-caption text-ink-3">
                  {item.automationName} v{item.version} · {item.stepName}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
