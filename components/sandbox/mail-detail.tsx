import { CircleCheck, Code, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { ReplyBox } from './reply-box.tsx';
import type { MailReplyView, MailView } from './sandbox-view.ts';

function Header({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[92px_1fr] gap-2 text-caption leading-[22px]">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </div>
  );
}

const address = (name: string, mail: string): string =>
  name === '' || name === mail ? mail : `${name}, ${mail}`;

function Deliveries({ mail }: { mail: MailView }) {
  const once = mail.deliveries === 1;
  const Icon = once ? CircleCheck : TriangleAlert;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden className={`size-3.5 ${once ? 'text-done' : 'text-held'}`} />
      {mail.deliveries} received under this Message-ID
    </span>
  );
}

const deliveryWords = (reply: MailReplyView): string => {
  const delivered = reply.deliveries.filter((delivery) => delivery.status === 'delivered').length;
  const copies = reply.deliveries.length;
  if (delivered === copies)
    return copies === 1 ? 'Holdfast took it' : `Holdfast took all ${copies} copies`;
  const error = reply.deliveries.find((delivery) => delivery.lastError !== null)?.lastError;
  return `${delivered} of ${copies} taken; the rest is tried again${error === undefined ? '' : `: ${error}`}`;
};

function Replies({ mail, now }: { mail: MailView; now: Date }) {
  return mail.replies.map((reply) => (
    <article
      key={reply.id}
      className="flex flex-col gap-1 rounded-card border border-line bg-ground px-3 py-2.5"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-2 text-caption text-ink-2">
        <span>
          {reply.kind === 'reply' ? (
            <>
              Answered by <strong className="text-ink">{mail.toName || mail.to}</strong>
            </>
          ) : (
            'Bounced'
          )}
          {' · '}
          {deliveryWords(reply)}
        </span>
        <Moment at={reply.createdAt} format="near" now={now} />
      </p>
      <p className="text-body break-words whitespace-pre-wrap text-ink">{reply.text}</p>
    </article>
  ));
}

/** One received message, what was answered, and a box to answer in. */
export function MailDetail({ mail, now }: { mail: MailView; now: Date }) {
  return (
    <article className="flex flex-col gap-4">
      <header className="flex flex-col gap-2 border-b border-line pb-4">
        <div className="flex items-start justify-between gap-3">
          <h2 className="text-[16px]/6 font-semibold break-words">
            {mail.subject || '(no subject)'}
          </h2>
          <Button size="compact" asChild>
            <a href={`/sandbox/api/mail/${mail.id}/source`} target="_blank" rel="noreferrer">
              <Code aria-hidden />
              Source
            </a>
          </Button>
        </div>
        <dl>
          <Header label="From">{address(mail.fromName, mail.from)}</Header>
          <Header label="To">{address(mail.toName, mail.to)}</Header>
          <Header label="Received">
            <Moment at={mail.receivedAt} format="instant" now={now} />
          </Header>
          <Header label="Message-ID">
            <span className="font-mono break-all">{mail.messageId ?? 'none'}</span>
          </Header>
          <Header label="Deliveries">
            <Deliveries mail={mail} />
          </Header>
        </dl>
      </header>
      <div className="text-[14px]/[22px] break-words whitespace-pre-wrap text-ink">{mail.text}</div>
      <Replies mail={mail} now={now} />
      <ReplyBox key={mail.id} mail={mail} />
    </article>
  );
}
