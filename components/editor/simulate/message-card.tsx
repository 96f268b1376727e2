'use client';

import {
  Bot,
  Globe,
  Mail,
  MessageSquare,
  UserCheck,
  UserPen,
  Database,
  Workflow,
  CircleSlash2,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { MrkdwnText } from '#components/sandbox/mrkdwn-text.tsx';
import type { Message } from '#server/simulate/message.ts';

/** What a step would have sent, as the one who gets it would read it. Nothing leaves the page. */
export function MessageCard({ message }: { message: Message }) {
  switch (message.kind) {
    case 'email':
      return (
        <Card icon={Mail} title={message.subject} aside={`to ${message.to}`}>
          <EmailBody body={message.body} format={message.format} />
        </Card>
      );
    case 'slack':
      return (
        <Card icon={MessageSquare} title={`Slack: ${message.to}`}>
          <MrkdwnText text={message.text} plain={false} />
        </Card>
      );
    case 'approval':
      return (
        <Card
          icon={UserCheck}
          title={`Asks ${message.assignees.join(', ')}`}
          aside={
            message.channel === 'slack'
              ? `in Slack${message.to === null ? '' : `, ${message.to}`}`
              : 'on the approvals page'
          }
        >
          <Text>{message.content}</Text>
        </Card>
      );
    case 'prompt':
      return (
        <Card icon={Bot} title="Asks the model" aside={message.model ?? undefined}>
          <Text>{message.prompt}</Text>
        </Card>
      );
    case 'http':
      return (
        <Card icon={Globe} title={`${message.method} ${message.url}`}>
          {message.body !== null && <Text mono>{message.body}</Text>}
        </Card>
      );
    case 'crm':
      return (
        <Card icon={Database} title={`Saves a ${message.object}`}>
          <Facts facts={Object.entries(message.fields)} />
        </Card>
      );
    case 'contact':
      return (
        <Card icon={UserPen} title="Changes the contact">
          <Facts facts={message.changes.map(({ field, after }) => [field, after])} />
        </Card>
      );
    case 'run':
      return (
        <Card icon={Workflow} title={`Starts ${message.automation}`}>
          <Facts facts={Object.entries(message.input)} />
        </Card>
      );
    case 'skipped':
      return <Card icon={CircleSlash2} title={`Nothing is sent: ${message.reason}`} />;
  }
}

function Card({
  icon: Icon,
  title,
  aside,
  children,
}: {
  icon: LucideIcon;
  title: string;
  aside?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface text-body">
      <header className="flex items-start gap-2 bg-sunken px-3 py-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
        <span className="min-w-0 grow font-semibold break-words">{title}</span>
        {aside !== undefined && (
          <span className="max-w-1/2 text-caption break-words text-ink-3">{aside}</span>
        )}
      </header>
      {children !== undefined && children !== false && <div className="px-3 py-2">{children}</div>}
    </article>
  );
}

function Text({ children, mono = false }: { children: string; mono?: boolean }) {
  return (
    <p
      className={`max-h-64 overflow-y-auto break-words whitespace-pre-wrap ${mono ? 'font-mono text-caption' : ''}`}
    >
      {children}
    </p>
  );
}

/** HTML in a frame of its own, without scripts, forms or the page's cookies. */
function EmailBody({ body, format }: { body: string; format: 'text' | 'html' }) {
  if (format === 'text') return <Text>{body}</Text>;
  return (
    <iframe
      title="The email as its reader sees it"
      sandbox=""
      srcDoc={body}
      className="h-64 w-full rounded-control border border-line bg-white"
    />
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, unknown])[] }) {
  return (
    <dl className="flex flex-col gap-1">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[112px_1fr] gap-2">
          <dt className="text-caption text-ink-3">{name}</dt>
          <dd className="min-w-0 break-words">
            {value === '' || value === null ? (
              <span className="text-ink-3">Empty</span>
            ) : typeof value === 'string' ? (
              value
            ) : (
              JSON.stringify(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
