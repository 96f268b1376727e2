import {
  ArrowRight,
  Ban,
  CircleCheck,
  CircleSlash,
  Clock,
  type LucideIcon,
  OctagonX,
} from 'lucide-react';
import type {
  MigrationPreview,
  MigrationRunView,
  MigrationView,
} from '#server/api/views/migration-view.ts';
import type { StatusTone } from '#components/ui/status-vocabulary.ts';

interface Word {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone: StatusTone;
}

/** What became of one run; what was not reached in a cancelled migration says so. */
export function resultWord(
  status: MigrationRunView['status'],
  migration: Pick<MigrationView, 'from' | 'status'>,
): Word {
  switch (status) {
    case 'pending':
      return migration.status === 'cancelled'
        ? { word: 'Not reached', icon: CircleSlash, tone: 'quiet' }
        : { word: 'Waiting', icon: Clock, tone: 'wait' };
    case 'moved':
      return { word: 'Moved', icon: CircleCheck, tone: 'done' };
    case 'cancelled':
      return { word: 'Cancelled', icon: Ban, tone: 'quiet' };
    case 'left':
      return { word: `Stays on version ${migration.from}`, icon: ArrowRight, tone: 'wait' };
    case 'refused':
      return { word: 'Not moved', icon: OctagonX, tone: 'held' };
  }
}

const people = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'run' : 'runs'}`;

/** "12 runs begin “Draft the email”": what a rule does to the runs at a step. */
export function bucketWords({
  runs,
  action,
  to,
}: Pick<MigrationPreview['buckets'][number], 'runs' | 'action' | 'to'>): string {
  const one = runs === 1;
  switch (action) {
    case 'stay':
      return `${people(runs)} ${one ? 'goes' : 'go'} on at “${to?.name ?? ''}”`;
    case 'move':
      return `${people(runs)} ${one ? 'begins' : 'begin'} “${to?.name ?? ''}”`;
    case 'cancel':
      return `${people(runs)} ${one ? 'is' : 'are'} cancelled`;
    case 'leave':
      return `${people(runs)} ${one ? 'finishes' : 'finish'} on the old version`;
    case 'no_rule':
      return `${people(runs)} without a rule`;
  }
}

/** What keeps some of them from moving right now; null when nothing does. */
export function hindranceWords({
  busy,
  inDoubt,
}: Pick<MigrationPreview['buckets'][number], 'busy' | 'inDoubt'>): string | null {
  const parts = [
    ...(busy > 0
      ? [
          `${people(busy)} at work this moment: ${busy === 1 ? 'it is' : 'they are'} asked again later`,
        ]
      : []),
    ...(inDoubt > 0
      ? [
          `${people(inDoubt)} in review: ${inDoubt === 1 ? 'it cannot' : 'they cannot'} move before it is settled`,
        ]
      : []),
  ];
  return parts.length === 0 ? null : `${parts.join('. ')}.`;
}

/** One sentence on how far it is. */
export function progressWords({ status, counts, from, to, cancelledBy }: MigrationView): string {
  const done = counts.total - counts.pending;
  switch (status) {
    case 'collecting':
      return `Finding the runs on version ${from}; ${people(counts.total)} so far.`;
    case 'moving':
      return `${done.toLocaleString('en-GB')} of ${people(counts.total)} done.`;
    case 'cancelled':
      return `Stopped by ${cancelledBy ?? 'someone'}. ${people(counts.pending)} ${counts.pending === 1 ? 'was' : 'were'} not reached and ${counts.pending === 1 ? 'stays' : 'stay'} on version ${from}.`;
    case 'done':
      return counts.total === 0
        ? `No run was on version ${from}.`
        : `${people(counts.moved)} of ${counts.total.toLocaleString('en-GB')} ${counts.moved === 1 ? 'goes' : 'go'} on with version ${to}.`;
  }
}
