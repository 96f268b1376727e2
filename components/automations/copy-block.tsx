'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';

/** Machine text to be used elsewhere, with a button that copies it. */
export function CopyBlock({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div className="relative rounded-control bg-sunken">
      {/* Long lines scroll, so the box can be reached and moved by keyboard. */}
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label.replace(/^Copy the/, 'The')}
        className="overflow-x-auto py-2 pr-11 pl-3"
      >
        <pre className="font-mono text-caption leading-[18px] text-ink">{text}</pre>
      </section>
      <span className="absolute top-0.5 right-0.5 rounded-control bg-sunken">
        <IconButton label={copied ? 'Copied' : label} size="compact" onClick={() => void copy()}>
          {copied ? <Check aria-hidden className="text-done" /> : <Copy aria-hidden />}
        </IconButton>
      </span>
    </div>
  );
}
