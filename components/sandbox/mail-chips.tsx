import { Chip } from '#components/ui/chip.tsx';
import type { MailView } from './sandbox-view.ts';

/** What is special about a message: how the mailbox treated it, and whether it was answered. */
export function MailChips({ mail }: { mail: MailView }) {
  const answered = mail.replies.some((reply) => reply.kind === 'reply');
  const bounced = mail.replies.some((reply) => reply.kind === 'bounce');
  return (
    <>
      {mail.outcome === 'hung_up' && <Chip tone="held">Hung up</Chip>}
      {mail.outcome === 'answered_with_error' && <Chip tone="held">Said no</Chip>}
      {answered && <Chip tone="accent">Answered</Chip>}
      {bounced && <Chip tone="held">Bounced</Chip>}
    </>
  );
}
