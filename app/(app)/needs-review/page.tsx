import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { RefreshPage } from '#components/live/refresh-page.tsx';
import { ReviewsScreen } from '#components/reviews/reviews-screen.tsx';
import { can } from '#server/auth/permissions.ts';

export const metadata: Metadata = { title: 'Needs review' };

interface Search {
  readonly key?: string;
}

export default async function NeedsReviewPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { key } = await searchParams;
  const [viewer, page] = await readForPage(async (api) =>
    Promise.all([api.viewer.get(), api.reviews.list({ limit: 100 })]),
  );
  const items = page.items.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  // One that was settled meanwhile is gone from the list: then the oldest is shown.
  const named = items.find((item) => item.effect.key === key);
  return (
    <>
      <RefreshPage seconds={10} />
      <ReviewsScreen
        items={items}
        selected={named ?? items[0] ?? null}
        chosen={named !== undefined}
        now={new Date()}
        mayResolve={can(viewer.role, 'review.resolve')}
      />
    </>
  );
}
