'use client';

import type { ReactNode } from 'react';
import { MrkdwnText } from '#components/sandbox/mrkdwn-text.tsx';
import { readBlocks } from '#components/sandbox/slack-block.ts';
import { SlackBlockView } from '#components/sandbox/slack-blocks.tsx';
import { Logo } from '#components/shell/logo.tsx';

/** A message as it stands in Slack. Its buttons are there to be seen, not pressed. */
export function SlackPreview({
  to,
  text,
  blocks = [],
}: {
  to: string;
  text: string;
  blocks?: readonly unknown[];
}) {
  const drawn = readBlocks(blocks);
  return (
    <SlackFrame to={to}>
      {drawn.length === 0 ? (
        <MrkdwnText text={text} plain={false} />
      ) : (
        <div className="flex flex-col gap-2">
          {drawn.map((block, place) => (
            // Blocks of one message are told apart by their place only.
            // oxlint-disable-next-line react/no-array-index-key
            <SlackBlockView key={place} block={block} onPress={null} />
          ))}
        </div>
      )}
    </SlackFrame>
  );
}

function SlackFrame({ to, children }: { to: string; children: ReactNode }) {
  return (
    <article aria-label={`In Slack, ${to}`} className="rounded-card border border-line bg-surface">
      <header className="rounded-t-card bg-sunken px-3 py-1.5 text-caption break-words text-ink-2">
        Slack · {to}
      </header>
      <div className="flex items-start gap-2.5 px-3 py-2.5">
        <Logo size={24} />
        <div className="min-w-0 grow text-body">
          <p className="font-semibold">Holdfast</p>
          {children}
        </div>
      </div>
    </article>
  );
}
