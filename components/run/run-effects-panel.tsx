'use client';

import { ArrowUpRight } from 'lucide-react';
import Link from 'next/link';
import type { EffectView, RunDetail } from '#server/api/views/run-view.ts';
import { Code } from '#components/ui/code.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { KeyValueBox } from '#components/ui/key-value.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { EffectKey } from './effect-key.tsx';
import {
  describeDiversion,
  describeEffect,
  effectStatus,
  providerReference,
} from './effect-words.ts';
import { JsonBlock } from './json-block.tsx';
import { stepNameIn } from './run-names.ts';

/** Everything that this run has done outside of the product, and under which key. */
export function RunEffectsPanel({ run, now }: { run: RunDetail; now: Date }) {
  if (run.effects.length === 0)
    return (
      <EmptyState icon={ArrowUpRight} title="Nothing has gone out">
        No step of this run has called anything outside yet. What goes out is listed here with its
        key.
      </EmptyState>
    );
  return (
    <ul className="flex flex-col gap-5">
      {run.effects.map((effect) => (
        <li key={effect.key} className="flex flex-col gap-2">
          <Effect effect={effect} name={stepNameIn(run, effect.stepId)} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Effect({ effect, name, now }: { effect: EffectView; name: string; now: Date }) {
  const reference = providerReference(effect.result);
  const diversion = describeDiversion(effect);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-body font-semibold">{name}</h2>
        <StatusBadge status={effectStatus(effect)} />
      </div>
      <KeyValueBox
        rows={[
          { key: 'Effect', value: describeEffect(effect) },
          ...(diversion === null ? [] : [{ key: 'Test', value: diversion }]),
          { key: 'Key', value: <EffectKey effect={effect} /> },
          { key: 'Attempts', value: effect.attempts },
          ...(effect.firstAttemptAt === null
            ? []
            : [{ key: 'First', value: <Moment at={effect.firstAttemptAt} now={now} /> }]),
          ...(effect.settledAt === null
            ? []
            : [{ key: 'Settled', value: <Moment at={effect.settledAt} now={now} /> }]),
          ...(reference === null ? [] : [{ key: 'Reference', value: <Code>{reference}</Code> }]),
        ]}
      />
      {effect.status === 'needs_review' && (
        <Link
          href={`/needs-review?key=${encodeURIComponent(effect.key)}`}
          className="self-start text-body font-medium text-accent-text hover:underline"
        >
          Say what happened
        </Link>
      )}
      <details className="text-caption text-ink-2">
        <summary className="w-fit">What was sent, and what came back</summary>
        <div className="flex flex-col gap-2 pt-2">
          <JsonBlock value={effect.request} label="What was sent" />
          <JsonBlock value={effect.result ?? effect.providerReply} label="What came back" />
        </div>
      </details>
    </>
  );
}
