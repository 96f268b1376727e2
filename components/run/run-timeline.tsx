'use client';

import { useEffect, useMemo, useState } from 'react';
import type { RunDetail, TimerView } from '#server/api/views/run-view.ts';
import { TimelineList } from '#components/ui/timeline.tsx';
import type { Reading } from './describe-run.ts';
import { foldTimeline } from './fold-timeline.ts';
import { IdleRow } from './idle-row.tsx';
import { SkipDialog } from './skip-dialog.tsx';
import { FactRow, HeadRow, NextRow, NowRow } from './timeline-rows.tsx';
import { EffectRow, TimerRow } from './timeline-boxes.tsx';

/** Everything that happened, in order; a chosen step is scrolled to. */
export function RunTimeline({
  run,
  reading,
  folded,
  selected,
  onSelect,
}: {
  run: RunDetail;
  reading: Reading;
  folded: boolean;
  selected: string | null;
  onSelect: (stepId: string) => void;
}) {
  const entries = useMemo(() => foldTimeline(run, reading), [run, reading]);
  const [skipping, setSkipping] = useState<TimerView | null>(null);

  useEffect(() => {
    if (selected === null) return;
    const target = document.getElementById(`step-${selected}`);
    target?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [selected]);

  const seen = new Set<string>();
  return (
    <>
      <TimelineList label="What happened, in order">
        {entries.map((entry) => {
          switch (entry.kind) {
            case 'head': {
              const first = entry.stepId !== null && !seen.has(entry.stepId);
              if (entry.stepId !== null) seen.add(entry.stepId);
              return (
                <HeadRow
                  key={entry.key}
                  entry={entry}
                  anchor={first ? `step-${entry.stepId}` : undefined}
                  selected={entry.stepId !== null && entry.stepId === selected}
                  onSelect={onSelect}
                />
              );
            }
            case 'fact':
              return (
                <FactRow
                  key={entry.key}
                  entry={entry}
                  contactZone={run.contact?.timezone ?? null}
                />
              );
            case 'timer':
              return (
                <TimerRow
                  key={entry.key}
                  entry={entry}
                  contact={run.contact}
                  onSkip={run.can.skipTimer ? setSkipping : undefined}
                />
              );
            case 'effect':
              return <EffectRow key={entry.key} entry={entry} />;
            case 'idle':
              return <IdleRow key={entry.key} entry={entry} reading={reading} folded={folded} />;
            case 'now':
              return <NowRow key={entry.key} at={entry.at} />;
            case 'next':
              return (
                <NextRow key={entry.key} entry={entry} now={reading.now} held={run.held !== null} />
              );
          }
        })}
      </TimelineList>
      <SkipDialog run={run} timer={skipping} onClose={() => setSkipping(null)} />
    </>
  );
}
