import { BadgeCheck, History } from 'lucide-react';
import Link from 'next/link';
import type { PublishRequestView } from '#server/api/views/publishing-view.ts';
import type { ApprovalView } from '#server/api/views/run-view.ts';
import { cn } from '#components/ui/cn.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { ApprovalList } from './approval-list.tsx';
import { PublishRequests } from './publish-requests.tsx';

export type ApprovalsTab = 'waiting' | 'decided';

const SEGMENT =
  'inline-flex h-7 items-center gap-1 rounded-control px-2.5 text-caption font-medium text-ink-2 aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:shadow-rest';

function Segments({ tab, waiting }: { tab: ApprovalsTab; waiting: number }) {
  return (
    <nav
      aria-label="Which approvals"
      className="inline-flex rounded-card border border-line bg-sunken p-0.5"
    >
      <Link
        href="/approvals"
        className={SEGMENT}
        aria-current={tab === 'waiting' ? 'page' : undefined}
      >
        Waiting <span className="tabular">{waiting}</span>
      </Link>
      <Link
        href="/approvals?tab=decided"
        className={SEGMENT}
        aria-current={tab === 'decided' ? 'page' : undefined}
      >
        Decided
      </Link>
    </nav>
  );
}

function Nothing({ tab }: { tab: ApprovalsTab }) {
  return tab === 'waiting' ? (
    <EmptyState
      icon={BadgeCheck}
      title="Nobody is waiting for an answer"
      action={
        <Button asChild>
          <Link href="/automations">Go to automations</Link>
        </Button>
      }
    >
      Requests appear here when a run reaches an approval step. Answering in Slack closes them here
      too.
    </EmptyState>
  ) : (
    <EmptyState
      icon={History}
      title="Nothing has been decided yet"
      action={
        <Button asChild>
          <Link href="/approvals">See what is waiting</Link>
        </Button>
      }
    >
      Every answer stays here with who gave it, when and where; expired and cancelled requests too.
    </EmptyState>
  );
}

/** Requests for a person's yes or no: the one at hand in full, the others beside or below it. */
export function ApprovalsScreen({
  tab,
  approvals,
  publishRequests,
  waiting,
  selected,
  now,
}: {
  tab: ApprovalsTab;
  approvals: readonly ApprovalView[];
  /** Drafts that wait for a second person before they go live. */
  publishRequests: readonly PublishRequestView[];
  /** How many are open, whichever tab is shown. */
  waiting: number;
  selected: ApprovalView | null;
  now: Date;
}) {
  const hrefOf = (approval: ApprovalView): string =>
    `/approvals?${tab === 'decided' ? 'tab=decided&' : ''}id=${approval.id}`;
  const others = approvals.filter((approval) => approval.id !== selected?.id);
  return (
    <div className="flex min-h-full flex-col md:h-full md:flex-row">
      <section
        aria-labelledby="approvals-title"
        className="flex flex-col md:w-[360px] md:shrink-0 md:overflow-y-auto md:border-r md:border-line"
      >
        <header className="flex items-center justify-between gap-3 px-4 py-3 md:px-6 md:pt-4">
          <h1 id="approvals-title" className="text-title">
            Approvals
          </h1>
          <Segments tab={tab} waiting={waiting} />
        </header>
        {tab === 'waiting' && <PublishRequests requests={publishRequests} now={now} />}
        {approvals.length > 0 && (
          <div className="max-md:hidden">
            <ApprovalList
              approvals={approvals}
              selectedId={selected?.id ?? null}
              now={now}
              hrefOf={hrefOf}
            />
          </div>
        )}
      </section>
      <div
        className={cn(
          'min-w-0 grow md:overflow-y-auto md:bg-surface md:p-6 lg:p-8',
          'max-md:px-3 max-md:pb-6',
        )}
      >
        {selected === null ? (
          <Nothing tab={tab} />
        ) : (
          <div className="md:max-w-[680px]">
            <ApprovalCard key={selected.id} approval={selected} now={now} />
          </div>
        )}
        {others.length > 0 && (
          <section aria-label="The others" className="-mx-3 mt-5 md:hidden">
            <h2 className="px-4 pb-2 text-caption font-medium text-ink-3">
              {tab === 'waiting' ? 'Next' : 'Earlier'}
            </h2>
            <ApprovalList approvals={others} selectedId={null} now={now} hrefOf={hrefOf} />
          </section>
        )}
      </div>
    </div>
  );
}
