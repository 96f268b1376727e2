'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Tooltip } from './tooltip.tsx';

/** Shows a machine word and copies it. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };

  return (
    <Tooltip content={copied ? 'Copied' : label}>
      <button
        type="button"
        aria-label={`${label} ${value}`}
        onClick={() => void copy()}
        className="inline-flex h-[22px] items-center gap-1.5 rounded-tag border border-control bg-surface px-1.5 font-mono text-caption text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
      >
        {value}
        {copied ? (
          <Check aria-hidden className="size-3" />
        ) : (
          <Copy aria-hidden className="size-3" />
        )}
      </button>
    </Tooltip>
  );
}
