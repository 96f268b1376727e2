'use client';

import { Reply } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { MailView } from './sandbox-view.ts';
import { useSandboxAction } from './use-sandbox-action.ts';

/** Answers as the recipient: the reply is a real message, handed to the product as mail comes in. */
export function ReplyBox({ mail }: { mail: MailView }) {
  const [text, setText] = useState('');
  const { busy, send } = useSandboxAction();
  const empty = text.trim() === '';
  const who = mail.toName || mail.to;
  const reply = async (times: number): Promise<void> => {
    if (await send('POST', `/mail/${mail.id}/reply`, { text: text.trim(), times })) setText('');
  };
  return (
    <section
      aria-label={`Answer as ${who}`}
      className="overflow-hidden rounded-card border border-edge bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent"
    >
      <label
        htmlFor="reply"
        className="block border-b border-line px-3 py-2 text-caption text-ink-2"
      >
        Answer as <strong className="text-ink">{who}</strong>
      </label>
      <textarea
        id="reply"
        rows={3}
        value={text}
        placeholder="Wednesday at two works well, thank you."
        onChange={(event) => setText(event.target.value)}
        className="field-sizing-content block min-h-20 w-full resize-none bg-transparent px-3 py-2.5 text-body outline-none max-md:text-[16px]"
      />
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-ground px-3 py-2">
        <Button variant="primary" disabled={busy || empty} onClick={() => void reply(1)}>
          <Reply aria-hidden />
          Send the reply
        </Button>
        <Button disabled={busy || empty} onClick={() => void reply(2)}>
          Send it twice
        </Button>
        <Button
          variant="quiet"
          disabled={busy}
          onClick={() => void send('POST', `/mail/${mail.id}/bounce`, {})}
        >
          Bounce it instead
        </Button>
      </div>
    </section>
  );
}
