'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ReviewItem } from '#server/api/views/run-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { RadioCard, RadioCards } from '#components/ui/radio-card.tsx';
import { type ReviewOutcome, reviewChoices, reviewWords } from './review-words.ts';

/** Three answers with their consequences. None is preselected: this cannot be taken back. */
export function ResolveForm({ item }: { item: ReviewItem }) {
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null);
  const trpc = useTRPC();
  const router = useRouter();
  const choices = reviewChoices(item);
  const chosen = choices.find((choice) => choice.outcome === outcome);
  const resolve = useMutation(
    trpc.reviews.resolve.mutationOptions({
      onSuccess: () => {
        toast.success(`Recorded for ${reviewWords(item).noun}.`);
        router.replace('/needs-review');
        router.refresh();
      },
      onError: (error) => {
        toast.error(describeApiError(error));
        router.refresh();
      },
    }),
  );
  return (
    <section aria-labelledby="what-happened" className="flex flex-col gap-3">
      <h3 id="what-happened" className="text-body font-semibold">
        What happened?
      </h3>
      <RadioCards
        aria-labelledby="what-happened"
        // Radix reads '' as no choice yet.
        value={outcome ?? ''}
        onValueChange={(value) =>
          setOutcome(choices.find((choice) => choice.outcome === value)?.outcome ?? null)
        }
      >
        {choices.map((choice) => (
          <RadioCard key={choice.outcome} value={choice.outcome} title={choice.title}>
            {choice.consequence}
          </RadioCard>
        ))}
      </RadioCards>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-3">
        <Button
          variant={chosen?.outcome === 'stop' ? 'danger' : 'primary'}
          disabled={chosen === undefined || resolve.isPending}
          onClick={() =>
            chosen !== undefined &&
            resolve.mutate({ key: item.effect.key, outcome: chosen.outcome })
          }
          className="max-md:h-11 max-md:w-full"
        >
          {chosen?.verb ?? 'Choose what happened'}
        </Button>
        <p className="text-caption text-ink-3">
          Your name and the time are kept with the run. This cannot be taken back.
        </p>
      </div>
    </section>
  );
}
