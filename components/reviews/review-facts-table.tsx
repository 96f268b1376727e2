'use client';

import { type ReactNode, useState } from 'react';
import type { ReviewItem } from '#server/api/views/run-view.ts';
import { formatWithUtc } from '#components/ui/format-time.ts';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { replyLines, sentFacts } from './review-facts.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex border-b border-line px-3.5 py-2 last:border-b-0 max-sm:flex-col sm:gap-4">
      <dt className="w-32 shrink-0 text-body text-ink-2">{label}</dt>
      <dd className="min-w-0 grow text-body break-words text-ink">{children}</dd>
    </div>
  );
}

function Raw({ children, label }: { children: string; label: string }) {
  return (
    <section
      aria-label={label}
      // Long text scrolls, so it can be reached and moved by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="mt-1 max-h-64 overflow-auto rounded-control bg-sunken px-2.5 py-2"
    >
      <pre className="font-mono text-caption leading-[18px] whitespace-pre-wrap text-ink-2">
        {children}
      </pre>
    </section>
  );
}

const attemptsWords = (attempts: number, owner: string | null): string =>
  `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${owner === null ? '' : `, by ${owner}`}`;

/** Everything that is known: the key, the attempts, what was sent and what came back. */
export function ReviewFactsTable({ item }: { item: ReviewItem }) {
  const zone = useReaderZone();
  const [reading, setReading] = useState(false);
  const { effect } = item;
  const sent = sentFacts(item);
  const lines = replyLines(effect.providerReply);
  return (
    <dl className="rounded-card border border-line bg-surface">
      <Fact label="Effect key">
        <span className="font-mono text-caption break-all">{effect.key}</span>
      </Fact>
      <Fact label="First attempt">
        {effect.firstAttemptAt === null
          ? 'Never begun'
          : formatWithUtc(effect.firstAttemptAt, zone)}
        <span className="text-ink-2"> · {attemptsWords(effect.attempts, effect.owner)}</span>
      </Fact>
      {effect.attempts > 1 && effect.lastAttemptAt !== null && (
        <Fact label="Last attempt">{formatWithUtc(effect.lastAttemptAt, zone)}</Fact>
      )}
      <Fact label="What was sent">
        {sent.summary}
        {sent.body !== null && (
          <>
            {' '}
            <button
              type="button"
              aria-expanded={reading}
              onClick={() => setReading(!reading)}
              className="font-medium text-accent-text hover:underline"
            >
              {reading ? 'Hide it' : 'Read it'}
            </button>
            {reading && <Raw label="What was sent">{sent.body}</Raw>}
          </>
        )}
      </Fact>
      <Fact label="Provider returned">
        {lines.length === 0 ? 'Nothing: no answer came back.' : 'No final answer. What came back:'}
        {lines.length > 0 && <Raw label="What the provider returned">{lines.join('\n')}</Raw>}
      </Fact>
    </dl>
  );
}
