'use client';

import { ArrowUpRight, Hourglass, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunDetail, TimerView } from '#server/api/views/run-view.ts';
import { Button } from '#components/ui/button.tsx';
import { formatWithUtc } from '#components/ui/format-time.ts';
import { KeyValueBox } from '#components/ui/key-value.tsx';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { TimelineRow } from '#components/ui/timeline.tsx';
import { EffectKey } from './effect-key.tsx';
import {
  describeDiversion,
  describeEffect,
  effectStatus,
  providerReference,
} from './effect-words.ts';
import type { EffectEntry, TimerEntry } from './timeline-entry.ts';
import { describeRule } from './timer-words.ts';

/** A wait or a deadline: its rule, its zone, its instant; a wait can be skipped from here. */
export function TimerRow({
  entry,
  contact,
  onSkip,
}: {
  entry: TimerEntry;
  contact: RunDetail['contact'];
  onSkip: ((timer: TimerView) => void) | undefined;
}) {
  const reader = useReaderZone();
  const { timer, open } = entry;
  const isWait = timer.purpose === 'wait';
  const rule = describeRule(timer, entry.asksPerson);
  const own = contact?.timezone === timer.zone ? `, ${firstName(contact.name)}` : '';
  return (
    <BoxRow>
      <KeyValueBox
        icon={isWait ? Timer : Hourglass}
        tone={open && !isWait ? 'held' : 'plain'}
        rows={[
          {
            key: isWait ? 'Rule' : 'Deadline',
            value:
              entry.consequence === null ? (
                rule
              ) : (
                <>
                  {rule}, then: <strong>{entry.consequence}</strong>
                </>
              ),
          },
          ...(isWait ? [{ key: 'Zone', value: `${timer.zone}${own}` }] : []),
          { key: 'Instant', value: formatWithUtc(timer.dueAt, reader) },
        ]}
        {...(open && isWait && onSkip !== undefined
          ? {
              action: (
                <Button size="compact" onClick={() => onSkip(timer)}>
                  Skip the wait…
                </Button>
              ),
            }
          : {})}
      />
    </BoxRow>
  );
}

function firstName(name: string | null): string {
  const first = name?.trim().split(/\s+/)[0];
  return first === undefined || first === '' ? 'the contact’s' : `${first}’s`;
}

/** What went out, under which key, and how it stands. */
export function EffectRow({ entry }: { entry: EffectEntry }) {
  const { effect } = entry;
  const reference = providerReference(effect.result);
  const diversion = describeDiversion(effect);
  return (
    <BoxRow>
      <KeyValueBox
        icon={ArrowUpRight}
        rows={[
          { key: 'Effect', value: describeEffect(effect) },
          { key: 'Key', value: <EffectKey effect={effect} /> },
          {
            key: 'Status',
            value: (
              <span className="flex flex-wrap items-center gap-x-1.5 text-ink-2">
                <StatusBadge
                  status={effectStatus(effect)}
                  className="gap-1 text-caption leading-[18px] [&_svg]:size-3.5"
                />
                · {effect.attempts} {effect.attempts === 1 ? 'attempt' : 'attempts'}
                {reference !== null && <span className="break-all">· {reference}</span>}
              </span>
            ),
          },
          ...(diversion === null ? [] : [{ key: 'Test', value: diversion }]),
        ]}
      />
    </BoxRow>
  );
}

function BoxRow({ children }: { children: ReactNode }) {
  return (
    <TimelineRow
      dot={null}
      className="py-1 [&>div]:col-span-2 [&>div]:col-start-3 [&>div]:py-0 max-md:[&>div]:col-start-2 [&>span:last-child]:hidden"
    >
      {children}
    </TimelineRow>
  );
}
