'use client';

import { FlaskConical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { isOpenRun } from '#server/engine/state.ts';
import { autoplay } from '#server/simulate/autoplay.ts';
import type { Policy } from '#server/simulate/choice.ts';
import { choose } from '#server/simulate/choose.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { ChoiceList } from './choice-list.tsx';
import type { Shown } from './simulate-view.tsx';
import { simulationNews } from './simulation-news.ts';
import { SimulationStory } from './simulation-story.tsx';

const POLICIES: readonly { readonly policy: Policy; readonly label: string }[] = [
  { policy: 'happy', label: 'All goes well' },
  { policy: 'silent', label: 'Nobody answers' },
  { policy: 'unlucky', label: 'All goes wrong' },
];

/** A simulation on its way: what has happened, and what is let happen next. */
export function Playing({
  simulation,
  shown,
  onChange,
  onTest,
}: {
  simulation: Simulation;
  shown: Shown;
  onChange: (next: Simulation) => void;
  onTest: (() => void) | null;
}) {
  const next = useRef<HTMLElement>(null);
  // The choice that was pressed is gone: the keyboard goes to the first of those that came instead.
  useEffect(() => {
    (next.current?.querySelector('button') ?? next.current)?.focus({ preventScroll: true });
  }, [simulation]);
  return (
    <>
      <output className="sr-only">{simulationNews(simulation)}</output>
      <div
        className={`min-h-0 grow overflow-y-auto p-4 ${shown === 'path' ? 'max-md:hidden' : ''}`}
      >
        <SimulationStory simulation={simulation} />
      </div>
      <section
        ref={next}
        tabIndex={-1}
        aria-label="What happens next"
        className="flex max-h-[55%] shrink-0 flex-col gap-3 overflow-y-auto border-t border-line bg-ground p-4 -outline-offset-2 max-md:max-h-[60%] max-md:p-3"
      >
        {isOpenRun(simulation.state.status) ? (
          <>
            <ChoiceList
              key={simulation.choices.length}
              simulation={simulation}
              onChoose={(choice) => onChange(choose(simulation, choice))}
            />
            <ToTheEnd onPlay={(policy) => onChange(autoplay(simulation, policy))} />
          </>
        ) : (
          <Ended onTest={onTest} />
        )}
      </section>
    </>
  );
}

function ToTheEnd({ onPlay }: { onPlay: (policy: Policy) => void }) {
  return (
    <fieldset aria-label="Play to the end" className="flex flex-wrap items-center gap-1.5">
      <span className="text-caption text-ink-2">To the end:</span>
      {POLICIES.map(({ policy, label }) => (
        <Button key={policy} size="compact" className="max-md:h-11" onClick={() => onPlay(policy)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

function Ended({ onTest }: { onTest: (() => void) | null }) {
  return (
    <>
      <p className="text-body text-ink-2">
        The run has ended. Step back to choose otherwise, or start again.
      </p>
      {onTest !== null && (
        <Button className="self-start max-md:h-11" onClick={onTest}>
          <FlaskConical aria-hidden />
          Run it on the server as a test…
        </Button>
      )}
    </>
  );
}
