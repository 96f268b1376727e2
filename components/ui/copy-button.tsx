'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Tooltip } from './tooltip.tsx';

/** Shows a machine word, or the telling part of it, and copies the whole. */
export function CopyButton({
  value,
  label,
  shown = value,
}: {
  value: string;
  label: string;
  /** A part of the value; the whole is read by pointing at it. */
  shown?: string;
}) {
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
    <Tooltip
      content={
        copied ? (
          'Copied'
        ) : shown === value ? (
          label
        ) : (
          <>
            {label}: <span className="font-mono break-all">{value}</span>
          </>
        )
      }
    >
      <button
        type="button"
        aria-label={`${label} ${value}`}
        onClick={() => void copy()}
        className="inline-flex h-[22px] max-w-full items-center gap-1.5 rounded-tag border border-control bg-surface px-1.5 font-mono text-caption text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
      >
        <span className="truncate">{shown}</span>
        {copied ? (
          <Check aria-hidden className="size-3 shrink-0" />
        ) : (
          <Copy aria-hidden className="size-3 shrink-0" />
        )}
      </button>
    </Tooltip>
  );
}
