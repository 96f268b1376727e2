import type { Metadata } from 'next';
import { readForPage } from '#app/read-for-page.ts';
import { single } from '#app/single.ts';
import { ApprovalsScreen } from '#components/approvals/approvals-screen.tsx';
import { RefreshPage } from '#components/live/refresh-page.tsx';

export const metadata: Metadata = { title: 'Approvals' };

interface Search {
  readonly tab?: string | string[];
  readonly id?: string | string[];
}

export default async function ApprovalsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { tab, id: named } = await searchParams;
  const id = single(named);
  const decided = tab === 'decided';
  const [open, all, asked] = await readForPage(async (api) =>
    Promise.all([
      api.approvals.list({ status: 'open', limit: 100 }),
      decided ? api.approvals.list({ limit: 100 }) : null,
      api.publishing.list(),
    ]),
  );
  const waiting = open.items.toSorted((a, b) => a.deadline.getTime() - b.deadline.getTime());
  const closed = (all?.items ?? []).filter((approval) => approval.status !== 'open');
  const approvals = decided ? closed : waiting;
  // A link from Slack or a run may name one that has been closed meanwhile: it is shown as it is.
  const linked =
    id === undefined
      ? undefined
      : (approvals.find((approval) => approval.id === id) ??
        (await readForPage(async (api) => api.approvals.get({ id }))));
  return (
    <>
      <RefreshPage seconds={5} />
      <ApprovalsScreen
        tab={decided ? 'decided' : 'waiting'}
        approvals={approvals}
        publishRequests={asked.items}
        waiting={waiting.length}
        selected={linked ?? approvals[0] ?? null}
        now={new Date()}
      />
    </>
  );
}
