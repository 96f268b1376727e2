import Link from 'next/link';
import { cn } from '#components/ui/cn.ts';
import { Moment } from '#components/ui/moment.tsx';
import { MailChips } from './mail-chips.tsx';
import type { MailView } from './sandbox-view.ts';

const OUTCOME_WORDS: Readonly<Record<MailView['outcome'], string | null>> = {
  accepted: null,
  hung_up: 'Accepted, then the connection was dropped on purpose',
  answered_with_error: 'Accepted, then answered with an error on purpose',
};

/** What the SMTP server took, newest first. */
export function MailList({
  items,
  selectedId,
  now,
}: {
  items: readonly MailView[];
  selectedId: string | null;
  now: Date;
}) {
  return (
    <ul className="flex flex-col">
      {items.map((mail) => {
        const selected = mail.id === selectedId;
        return (
          <li key={mail.id} className="border-b border-line">
            <Link
              href={`/sandbox/mailbox?mail=${mail.id}`}
              aria-current={selected ? 'true' : undefined}
              className={cn(
                'relative flex flex-col px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-ground md:px-6',
                selected &&
                  'bg-accent-soft before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent hover:bg-accent-soft',
              )}
            >
              <span className="flex items-center gap-2">
                <span className="min-w-0 grow truncate text-body font-semibold">
                  {mail.toName || mail.to}
                </span>
                <MailChips mail={mail} />
                <Moment
                  at={mail.receivedAt}
                  format="near"
                  now={now}
                  className="text-caption text-ink-3"
                />
              </span>
              <span className="truncate text-body font-medium text-ink">
                {mail.subject || '(no subject)'}
              </span>
              <span className="truncate text-caption text-ink-2">
                {OUTCOME_WORDS[mail.outcome] ?? mail.text.replaceAll(/\s+/g, ' ').slice(0, 120)}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
