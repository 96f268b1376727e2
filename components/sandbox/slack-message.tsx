'use client';

import { EyeOff } from 'lucide-react';
import { Logo } from '#components/shell/logo.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { MrkdwnText } from './mrkdwn-text.tsx';
import type { SlackMessageView } from './sandbox-view.ts';
import { readBlocks, type SlackButton } from './slack-block.ts';
import { SlackBlockView } from './slack-blocks.tsx';
import { splitMessage } from './split-message.ts';
import { useSandboxAction } from './use-sandbox-action.ts';

function Body({
  message,
  onPress,
}: {
  message: SlackMessageView;
  onPress: ((button: SlackButton) => void) | null;
}) {
  const { lead, framed, foot } = splitMessage(readBlocks(message.blocks));
  if (lead === null && framed.length + foot.length === 0) {
    return (
      <div className="text-body">
        <MrkdwnText text={message.text} plain={false} />
      </div>
    );
  }
  return (
    <>
      {lead !== null && <SlackBlockView block={lead} onPress={onPress} />}
      {framed.length + foot.length > 0 && (
        <div className="mt-2 overflow-hidden rounded-card border border-control">
          {framed.length > 0 && (
            <div className="flex flex-col gap-2 px-3.5 py-3">
              {framed.map((block, place) => (
                // Blocks of one message are told apart by their place only.
                // oxlint-disable-next-line react/no-array-index-key
                <SlackBlockView key={place} block={block} onPress={onPress} />
              ))}
            </div>
          )}
          {foot.length > 0 && (
            <div className="flex flex-col gap-2 border-t border-line bg-ground px-3.5 py-2.5 first:border-t-0">
              {foot.map((block, place) => (
                // oxlint-disable-next-line react/no-array-index-key
                <SlackBlockView key={place} block={block} onPress={onPress} />
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** One message of a channel, with buttons that really reach the product, signed as Slack signs. */
export function SlackMessage({
  message,
  actingAs,
}: {
  message: SlackMessageView;
  actingAs: string;
}) {
  const { busy, send } = useSandboxAction();
  const press = (button: SlackButton): void => {
    void send('POST', `/slack/${message.ts}/actions`, {
      actionId: button.action_id,
      user: actingAs,
    });
  };
  return (
    <li className="flex items-start gap-3">
      <Logo size={32} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-body font-semibold">Holdfast</span>
          <Moment at={message.postedAt} format="clock" className="text-caption text-ink-3" />
          {message.updated !== null && <span className="text-caption text-ink-3">(edited)</span>}
          {message.ephemeralFor !== null && (
            <span className="flex items-center gap-1 text-caption text-ink-3">
              <EyeOff aria-hidden className="size-3.5" />
              Only visible to you
            </span>
          )}
        </p>
        {message.deleted === null ? (
          <Body message={message} onPress={busy ? null : press} />
        ) : (
          <p className="text-body text-ink-3">This message was deleted.</p>
        )}
      </div>
    </li>
  );
}
