import { CircleQuestionMark, Clock, type LucideIcon, OctagonX, Unplug } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { AutomationsSummary } from '#server/api/views/automation-view.ts';
import { cn } from '#components/ui/cn.ts';
import { Moment } from '#components/ui/moment.tsx';

interface Cell {
  readonly icon: LucideIcon;
  /** The icon's colour while there is something to see; grey otherwise. */
  readonly tone: string;
  readonly count: number;
  readonly words: string;
  readonly detail: ReactNode;
  readonly href: string;
}

const lostDetail = (lost: AutomationsSummary['lostConnections']): string => {
  const [first, ...more] = lost;
  if (first === undefined) return 'every connection answers';
  if (more.length > 0) return lost.map((connection) => connection.label).join(', ');
  const runs = first.parkedRuns === 1 ? '1 run is parked' : `${first.parkedRuns} runs are parked`;
  return `${first.label}: ${first.parkedRuns === 0 ? 'no run is held up' : `${runs}, none lost`}`;
};

const cellsOf = (summary: AutomationsSummary, now: Date): readonly Cell[] => [
  {
    icon: Clock,
    tone: 'text-wait',
    count: summary.waiting,
    words: summary.waiting === 1 ? 'person waiting' : 'people waiting',
    detail:
      summary.nextWakeAt === null ? (
        'no wake-up is due'
      ) : (
        <>
          next wake-up <Moment at={summary.nextWakeAt} format="near" now={now} />
        </>
      ),
    href: '/runs',
  },
  {
    icon: CircleQuestionMark,
    tone: 'text-review',
    count: summary.needsReview,
    words: summary.needsReview === 1 ? 'needs review' : 'need review',
    detail:
      summary.oldestReview === null ? (
        'every outcome is known'
      ) : (
        <>
          oldest since <Moment at={summary.oldestReview.since} format="near" now={now} />,{' '}
          {summary.oldestReview.who}
        </>
      ),
    href: '/needs-review',
  },
  {
    icon: OctagonX,
    tone: 'text-fail',
    count: summary.failedToday,
    words: 'failed today',
    detail: summary.failedToday === 0 ? 'nothing gave up' : 'each can be replayed from its step',
    href: '/runs?status=failed',
  },
  {
    icon: Unplug,
    tone: 'text-held',
    count: summary.lostConnections.length,
    words: summary.lostConnections.length === 1 ? 'connection lost' : 'connections lost',
    detail: lostDetail(summary.lostConnections),
    href: '/connections',
  },
];

/** Four facts about the workspace. Each leads to where it can be looked into. */
export function SummaryStrip({ summary, now }: { summary: AutomationsSummary; now: Date }) {
  return (
    <ul
      aria-label="The workspace now"
      className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface sm:grid-cols-2 xl:grid-cols-4"
    >
      {cellsOf(summary, now).map(({ icon: Icon, tone, count, words, detail, href }) => (
        <li key={href} className="-mt-px -ml-px flex border-t border-l border-line">
          <Link
            href={href}
            className="flex min-w-0 grow items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors hover:bg-ground"
          >
            <Icon
              aria-hidden
              className={cn('size-4 shrink-0', count === 0 ? 'text-ink-3' : tone)}
            />
            <span className="flex min-w-0 flex-col">
              <span className="flex items-baseline gap-1.5 text-body font-medium text-ink">
                <span
                  className={cn('text-[18px]/7 font-semibold tabular', count === 0 && 'text-ink-3')}
                >
                  {count.toLocaleString('en-GB')}
                </span>
                {words}
              </span>
              <span className="text-caption text-ink-2">{detail}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
