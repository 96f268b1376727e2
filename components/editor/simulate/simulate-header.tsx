'use client';

import { RotateCcw, StepBack, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { stepBack } from '#server/simulate/choose.ts';
import { clockWords } from '#server/simulate/clock-words.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import type { Shown } from './simulate-view.tsx';

/** What this is, what time it is there, and the ways back. */
export function SimulateHeader({
  simulation,
  shown,
  onShow,
  onChange,
  onClose,
}: {
  simulation: Simulation | null;
  shown: Shown;
  onShow: (shown: Shown) => void;
  onChange: (simulation: Simulation | null) => void;
  onClose: () => void;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const isPlaying = simulation !== null;
  // The form has come: at first, and again after a play.
  useEffect(() => {
    if (!isPlaying) title.current?.focus();
  }, [isPlaying]);
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <div className="min-w-0 grow basis-0">
        <h2 ref={title} tabIndex={-1} className="w-fit text-section">
          Try it
        </h2>
        <p className="text-caption text-ink-2 tabular">
          {simulation === null
            ? 'In this browser only: nothing is sent, called or saved.'
            : `${clockWords(simulation)} in ${simulation.zone}, simulated`}
        </p>
      </div>
      {simulation !== null && (
        <>
          <IconButton
            label="One step back"
            className="max-md:size-11"
            disabled={simulation.previous === null}
            onClick={() => onChange(stepBack(simulation))}
          >
            <StepBack aria-hidden />
          </IconButton>
          <IconButton label="Start again" className="max-md:size-11" onClick={() => onChange(null)}>
            <RotateCcw aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton label="Back to the editor" className="max-md:size-11" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      {simulation !== null && (
        <div className="w-full md:hidden">
          <Segmented
            label="What to look at"
            value={shown}
            segments={[
              { value: 'story', label: 'What happened' },
              { value: 'path', label: 'The path' },
            ]}
            onChange={onShow}
          />
        </div>
      )}
    </header>
  );
}
