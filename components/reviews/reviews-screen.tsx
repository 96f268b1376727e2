import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import type { ReviewItem } from '#server/api/views/run-view.ts';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ReviewDetail } from './review-detail.tsx';
import { ReviewList } from './review-list.tsx';

/** Effects that may or may not have happened: list and one in full. On phones one or the other. */
export function ReviewsScreen({
  items,
  selected,
  chosen,
  now,
  mayResolve,
}: {
  items: readonly ReviewItem[];
  selected: ReviewItem | null;
  /** Whether the address names one: phones show it instead of the list. */
  chosen: boolean;
  now: Date;
  mayResolve: boolean;
}) {
  return (
    <div className="flex min-h-full md:h-full">
      <section
        aria-labelledby="reviews-title"
        className={cn(
          'flex flex-col max-md:w-full md:w-[345px] md:shrink-0 md:overflow-y-auto md:border-r md:border-line',
          chosen && 'max-md:hidden',
        )}
      >
        <header className="flex flex-col gap-3 px-4 pt-4 pb-4 md:px-6">
          <div className="flex min-h-8 items-center justify-between gap-3">
            <h1 id="reviews-title" className="text-title">
              Needs review
            </h1>
            {items.length > 1 && <span className="text-caption text-ink-3">Oldest first</span>}
          </div>
          {items.length > 0 && (
            <p className="text-caption text-ink-2">
              We do not know how these ended, so nothing is repeated until someone says.
            </p>
          )}
        </header>
        {items.length > 0 && (
          <ReviewList items={items} selectedKey={selected?.effect.key ?? null} now={now} />
        )}
        {items.length === 0 && (
          <div className="px-4 md:hidden">
            <NothingToReview />
          </div>
        )}
      </section>
      <div
        className={cn(
          'min-w-0 grow overflow-y-auto bg-surface p-4 md:px-10 md:py-6',
          !chosen && 'max-md:hidden',
        )}
      >
        {selected === null ? (
          <NothingToReview />
        ) : (
          <ReviewDetail item={selected} now={now} mayResolve={mayResolve} />
        )}
      </div>
    </div>
  );
}

function NothingToReview() {
  return (
    <EmptyState
      icon={CircleCheck}
      title="Every outcome is known"
      action={
        <Button asChild>
          <Link href="/sandbox/mailbox">Rehearse it in the sandbox</Link>
        </Button>
      }
    >
      Something lands here when an outside system may have acted but never answered. To see one, let
      the sandbox’s mailbox “accept, then hang up” and run the demo.
    </EmptyState>
  );
}
