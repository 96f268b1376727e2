import { Brain, Database, Globe, type LucideIcon, Mail, MessageSquare, Plug } from 'lucide-react';
import type { ConnectionView } from '#server/api/views/workspace-view.ts';
import { Chip } from '#components/ui/chip.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { ConnectionHealth, parkedWords } from './connection-health.tsx';
import { ReconnectButton } from './reconnect-button.tsx';

const ICONS: Readonly<Record<ConnectionView['kind'], LucideIcon>> = {
  smtp: Mail,
  http: Globe,
  crm: Database,
  model: Brain,
  slack: MessageSquare,
};

const KIND_WORDS: Readonly<Record<ConnectionView['kind'], string>> = {
  smtp: 'Mailbox',
  http: 'HTTP',
  crm: 'CRM',
  model: 'Model provider',
  slack: 'Slack',
};

function ConnectionRow({
  connection,
  primary,
  now,
  mayReconnect,
}: {
  connection: ConnectionView;
  primary: boolean;
  now: Date;
  mayReconnect: boolean;
}) {
  const Icon = ICONS[connection.kind];
  const lost = connection.health !== 'ok' || connection.parkedRuns > 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-3 md:min-h-row-tall md:px-6">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-2">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="flex min-w-0 grow basis-52 flex-col">
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-section">{connection.label}</span>
          {connection.sandbox && <Chip>Sandbox</Chip>}
        </span>
        <span className="text-caption text-ink-3">
          {KIND_WORDS[connection.kind]}, <span className="font-mono">{connection.name}</span> in
          documents
        </span>
      </span>
      <span className="flex min-w-0 basis-72 flex-col">
        <ConnectionHealth health={connection.health} />
        <span className="text-caption text-ink-3">
          {connection.healthMessage !== null && connection.health !== 'ok'
            ? `${connection.healthMessage.replace(/\.$/, '')} · `
            : ''}
          since <Moment at={connection.healthAt} format="near" now={now} />
          {connection.parkedRuns > 0 && (
            <span className="font-medium text-held">
              {' '}
              · {parkedWords(connection.parkedRuns)}, none lost
            </span>
          )}
        </span>
      </span>
      <span className="md:w-32 md:text-right">
        {lost && mayReconnect && <ReconnectButton connection={connection} primary={primary} />}
      </span>
    </li>
  );
}

/** What runs reach the outside world by, and what is held up where one of them is lost. */
export function ConnectionsScreen({
  connections,
  now,
  mayReconnect,
}: {
  connections: readonly ConnectionView[];
  now: Date;
  mayReconnect: boolean;
}) {
  const worst = connections
    .toSorted((a, b) => b.parkedRuns - a.parkedRuns)
    .find((connection) => connection.health !== 'ok');
  return (
    <div className="flex min-h-full flex-col bg-surface">
      <PageHeader
        title="Connections"
        note="A lost connection parks runs; reconnecting lets each go on from where it stood."
        className="pb-4"
      />
      {connections.length === 0 ? (
        <div className="grow bg-ground px-4 md:px-6">
          <EmptyState icon={Plug} title="No connections">
            This workspace reaches nothing outside yet. The demo’s seed makes one for each sandbox
            service.
          </EmptyState>
        </div>
      ) : (
        <ul className="border-t border-line">
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              primary={connection.id === worst?.id}
              now={now}
              mayReconnect={mayReconnect}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
