import {
  AlarmClockOff,
  CircleCheck,
  CirclePause,
  CopyCheck,
  Inbox,
  type LucideIcon,
  ShieldX,
  SkipForward,
  TriangleAlert,
} from 'lucide-react';
import Link from 'next/link';
import type { ReceiptView } from '#server/api/views/automation-view.ts';
import { Moment } from '#components/ui/moment.tsx';

const LOOKS: Readonly<
  Record<ReceiptView['result'], { icon: LucideIcon; word: string; tone: string }>
> = {
  accepted: { icon: CircleCheck, word: 'Accepted', tone: 'text-done' },
  duplicate: { icon: CopyCheck, word: 'Duplicate', tone: 'text-ink-3' },
  bad_signature: { icon: ShieldX, word: 'Bad signature', tone: 'text-fail' },
  paused: { icon: CirclePause, word: 'Paused', tone: 'text-held' },
  invalid: { icon: TriangleAlert, word: 'Invalid', tone: 'text-fail' },
  stored: { icon: Inbox, word: 'Stored', tone: 'text-wait' },
  skipped: { icon: SkipForward, word: 'Skipped', tone: 'text-ink-3' },
  missed: { icon: AlarmClockOff, word: 'Missed', tone: 'text-held' },
};

/** Every call that the trigger answered, newest first, with what became of it. */
export function ReceiptsList({ receipts, now }: { receipts: readonly ReceiptView[]; now: Date }) {
  if (receipts.length === 0) {
    return (
      <p className="text-body text-ink-2">
        Nothing has called yet. Every call leaves a line here, the refused ones too.
      </p>
    );
  }
  return (
    <ul className="flex flex-col">
      {receipts.map((receipt) => {
        const { icon: Icon, word, tone } = LOOKS[receipt.result];
        return (
          <li
            key={receipt.id}
            className="flex items-start gap-2 border-b border-line py-2 last:border-b-0"
          >
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
            <span className="flex min-w-0 grow flex-col">
              <span className="flex items-baseline justify-between gap-3">
                <span className="text-body font-medium text-ink">{word}</span>
                <Moment
                  at={receipt.at}
                  format="near"
                  now={now}
                  className="text-caption text-ink-3"
                />
              </span>
              <span className="text-caption break-words text-ink-2">
                {receipt.detail}
                {receipt.runId !== null && (
                  <>
                    {receipt.detail === '' ? '' : ' '}
                    <Link
                      href={`/runs/${receipt.runId}`}
                      className="text-accent-text underline underline-offset-2"
                    >
                      Open the run
                    </Link>
                  </>
                )}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
