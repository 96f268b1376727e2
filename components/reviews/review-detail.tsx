import { ChevronLeft, CircleQuestionMark, ListTree } from 'lucide-react';
import Link from 'next/link';
import type { ReviewItem } from '#server/api/views/run-view.ts';
import { Button } from '#components/ui/button.tsx';
import { formatDuration } from '#components/ui/format-duration.ts';
import { ResolveForm } from './resolve-form.tsx';
import { ReviewFactsTable } from './review-facts-table.tsx';
import { reviewWords } from './review-words.ts';

/** One effect of unknown outcome: what is known, and what a person can say about it. */
export function ReviewDetail({
  item,
  now,
  mayResolve,
}: {
  item: ReviewItem;
  now: Date;
  mayResolve: boolean;
}) {
  return (
    <article className="flex max-w-[760px] flex-col gap-5">
      <Link
        href="/needs-review"
        className="-mb-2 inline-flex items-center gap-1 text-body text-ink-2 md:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        All to review
      </Link>
      <header className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex items-center gap-1.5 text-body">
            <CircleQuestionMark aria-hidden className="size-4 text-review" />
            <span className="font-medium text-review">Needs review</span>
            <span className="text-ink-3">·</span>
            <span className="text-ink-2 tabular">
              waiting {formatDuration(now.getTime() - item.since.getTime())}
            </span>
          </p>
          <Button asChild>
            <Link href={`/runs/${item.runId}`}>
              <ListTree aria-hidden />
              Open the run
            </Link>
          </Button>
        </div>
        <h2 className="text-title">We don’t know whether {reviewWords(item).doubt}</h2>
        <p className="text-body text-ink-2">
          {/[.!?]$/.test(item.message) ? item.message : `${item.message}.`} The run is standing
          still at <strong className="text-ink">{item.stepName}</strong>.
        </p>
      </header>
      <section aria-labelledby="what-is-known" className="flex flex-col gap-3">
        <h3 id="what-is-known" className="text-body font-semibold">
          What is known
        </h3>
        <ReviewFactsTable key={item.effect.key} item={item} />
      </section>
      {mayResolve ? (
        <ResolveForm key={item.effect.key} item={item} />
      ) : (
        <p className="text-body text-ink-2">
          Your role may read this. An editor or owner can settle it.
        </p>
      )}
    </article>
  );
}
