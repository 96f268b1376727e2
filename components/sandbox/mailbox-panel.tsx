import { ChevronLeft, Mail } from 'lucide-react';
import Link from 'next/link';
import { cn } from '#components/ui/cn.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { MailDetail } from './mail-detail.tsx';
import { MailList } from './mail-list.tsx';
import type { MailView } from './sandbox-view.ts';

/** Everything that was received by SMTP, and one message in full. On phones one or the other. */
export function MailboxPanel({
  items,
  total,
  selected,
  chosen,
  now,
}: {
  items: readonly MailView[];
  total: number;
  selected: MailView | null;
  /** Whether the address names a message: phones show it instead of the list. */
  chosen: boolean;
  now: Date;
}) {
  return (
    <>
      <section
        aria-labelledby="received"
        className={cn(
          'flex min-h-0 flex-col md:w-[340px] md:shrink-0 md:border-r md:border-line xl:w-[384px]',
          chosen && 'max-md:hidden',
        )}
      >
        <header className="flex h-bar shrink-0 items-center justify-between border-b border-line px-4 md:px-6">
          <h2 id="received" className="text-section">
            Received by SMTP
          </h2>
          <span className="text-caption text-ink-2 tabular">
            {total.toLocaleString('en-GB')} {total === 1 ? 'message' : 'messages'}
          </span>
        </header>
        <div className="min-h-0 grow overflow-y-auto">
          {items.length === 0 ? (
            <div className="p-4">
              <EmptyState icon={Mail} title="No mail has arrived">
                Emails that runs send arrive here. Run the demo, skip its first wait and approve the
                draft.
              </EmptyState>
            </div>
          ) : (
            <MailList items={items} selectedId={selected?.id ?? null} now={now} />
          )}
        </div>
      </section>
      <section
        aria-label="The message"
        className={cn(
          'min-h-0 min-w-0 grow overflow-y-auto p-4 md:px-7 md:py-4',
          !chosen && 'max-md:hidden',
        )}
      >
        <Link
          href="/sandbox/mailbox"
          className="mb-3 inline-flex items-center gap-1 text-body text-ink-2 md:hidden"
        >
          <ChevronLeft aria-hidden className="size-4" />
          All mail
        </Link>
        {selected !== null && <MailDetail mail={selected} now={now} />}
      </section>
    </>
  );
}
