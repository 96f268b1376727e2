'use client';

import { OctagonX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { RUN_STATUS_WORDS, STEP_STATUS_WORDS } from '#components/ui/status-vocabulary.ts';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { isOpenRun } from '#server/engine/state.ts';
import { clockWords } from '#server/simulate/clock-words.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { MessageCard } from './message-card.tsx';
import { simulationStory } from './simulation-story.ts';

/** What has happened so far, visit by visit; the latest is kept in view. */
export function SimulationStory({ simulation }: { simulation: Simulation }) {
  const parts = simulationStory(simulation);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no clean-up.
    end.current?.scrollIntoView({ block: 'end' });
  }, [simulation]);
  const { status, outcome } = simulation.state;
  return (
    <>
      <ol aria-label="What happened" className="flex flex-col gap-4">
        {parts.map((part) => (
          <li key={part.key} className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center gap-x-2">
              <span className="text-body font-semibold">
                {part.name}
                {part.iteration > 1 && `, visit ${part.iteration}`}
              </span>
              <StatusBadge status={STEP_STATUS_WORDS[part.status]} className="text-caption" />
              {part.port !== null && (
                <span className="text-caption text-ink-2">by “{part.port}”</span>
              )}
              <span className="ml-auto text-caption text-ink-3 tabular">
                {clockWords(simulation, part.enteredAt)}
              </span>
            </div>
            {part.problems.map((problem) => (
              <p
                key={`${problem.at} ${problem.error.message}`}
                className="flex items-start gap-2 text-body text-fail"
              >
                <OctagonX aria-hidden className="mt-0.5 size-4 shrink-0" />
                {problem.error.message}
              </p>
            ))}
            {part.messages.map((sent, index) => (
              // A visit's messages are only ever added to.
              // oxlint-disable-next-line react/no-array-index-key
              <MessageCard key={index} message={sent.message} />
            ))}
          </li>
        ))}
      </ol>
      {!isOpenRun(status) && (
        <p className="mt-4 flex items-center gap-2 border-t border-line pt-3 text-body">
          <StatusBadge status={RUN_STATUS_WORDS[status]} />
          {outcome !== null && outcome !== '' && <span className="text-ink-2">{outcome}</span>}
        </p>
      )}
      <div ref={end} />
    </>
  );
}
