'use client';

import { AtSign, Hash, MessageSquare } from 'lucide-react';
import { Fragment, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { formatDay } from '#components/ui/format-time.ts';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { Select } from '#components/ui/select.tsx';
import type { SlackChannelView, SlackMessageView, SlackUserView } from './sandbox-view.ts';
import { SlackMessage } from './slack-message.tsx';

function ChannelName({ name }: { name: string }) {
  const Icon = name.startsWith('@') ? AtSign : Hash;
  return (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {name.replace(/^@/, '')}
    </>
  );
}

function Messages({
  messages,
  actingAs,
}: {
  messages: readonly SlackMessageView[];
  actingAs: string;
}) {
  const zone = useReaderZone();
  const days = messages.map((message) => formatDay(message.postedAt, zone));
  return (
    <ol className="flex flex-col gap-4 p-4 md:px-6">
      {messages.map((message, place) => (
        <Fragment key={message.ts}>
          {days[place] !== days[place - 1] && (
            <li className="flex items-center gap-4 text-caption font-medium text-ink-2 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
              {days[place]}
            </li>
          )}
          <SlackMessage message={message} actingAs={actingAs} />
        </Fragment>
      ))}
    </ol>
  );
}

/** Channels, whom to act as, and the messages of one channel. */
export function SlackPanel({
  channels,
  users,
  messages,
}: {
  channels: readonly SlackChannelView[];
  users: readonly SlackUserView[];
  messages: readonly SlackMessageView[];
}) {
  const [channelId, setChannelId] = useState(() => messages[0]?.channel ?? channels[0]?.id ?? '');
  const [actingAs, setActingAs] = useState(
    () => users.find((user) => /^Sam\b/.test(user.realName))?.id ?? users[0]?.id ?? '',
  );
  const channel = channels.find((candidate) => candidate.id === channelId) ?? channels[0];
  const shown = messages
    .filter((message) => message.channel === channel?.id)
    .filter((message) => message.ephemeralFor === null || message.ephemeralFor === actingAs)
    .toReversed();
  return (
    <>
      <nav
        aria-label="Channels"
        className="flex shrink-0 flex-col gap-1 bg-ground p-3 max-md:flex-row max-md:flex-wrap max-md:items-center md:w-[200px] md:overflow-y-auto md:border-r md:border-line"
      >
        <h2 className="px-2 py-1 text-caption font-medium text-ink-2 max-md:hidden">Channels</h2>
        {channels.map((candidate) => (
          <button
            key={candidate.id}
            type="button"
            aria-current={candidate.id === channel?.id ? 'true' : undefined}
            onClick={() => setChannelId(candidate.id)}
            className={cn(
              'flex h-8 items-center gap-2 rounded-control px-2 text-left text-body font-medium text-ink-2 transition-colors hover:bg-sunken max-md:h-9',
              candidate.id === channel?.id && 'bg-line text-ink',
            )}
          >
            <ChannelName name={candidate.name} />
          </button>
        ))}
        <h2 className="px-2 pt-3 pb-1 text-caption font-medium text-ink-2 max-md:hidden">
          Acting as
        </h2>
        <Select
          label="Acting as"
          value={actingAs}
          onValueChange={setActingAs}
          options={users.map((user) => ({ value: user.id, label: user.realName }))}
          className="max-md:w-44"
        />
      </nav>
      <section
        aria-label={channel === undefined ? 'Messages' : `Messages in ${channel.name}`}
        className="flex min-h-0 min-w-0 grow flex-col"
      >
        <header className="flex h-bar shrink-0 items-center gap-2 border-b border-line px-4 text-section md:px-6">
          {channel !== undefined && <ChannelName name={channel.name} />}
        </header>
        <div className="flex min-h-0 grow flex-col-reverse overflow-y-auto">
          {shown.length > 0 ? (
            <div>
              <Messages messages={shown} actingAs={actingAs} />
            </div>
          ) : (
            <div className="mb-auto p-4 md:p-6">
              <EmptyState icon={MessageSquare} title="Nothing was posted here">
                Messages that runs send to this channel appear here, with buttons that work. Run the
                demo and skip its first wait to get one.
              </EmptyState>
            </div>
          )}
        </div>
      </section>
    </>
  );
}
