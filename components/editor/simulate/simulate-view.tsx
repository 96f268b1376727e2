'use client';

import { RotateCcw, StepBack, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AutomationGraph } from '#components/graph/automation-graph.tsx';
import { GraphList } from '#components/graph/graph-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { autoplay } from '#server/simulate/autoplay.ts';
import type { Policy } from '#server/simulate/choice.ts';
import { choose, stepBack } from '#server/simulate/choose.ts';
import { clockWords } from '#server/simulate/clock-words.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { startSimulation } from '#server/simulate/start-simulation.ts';
import { useDocument, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { ChoiceList } from './choice-list.tsx';
import { type Sample, SampleForm } from './sample-form.tsx';
import { simulationMarks } from './simulation-marks.ts';
import { SimulationStory } from './simulation-story.tsx';

/**
 * "Try it": the engine's own core in the browser, with the world played by the reader. Takes the
 * place of canvas and panel; the draft cannot change meanwhile.
 */
export function SimulateView() {
  const store = useEditorStore();
  const document = useDocument();
  const { now } = useFacts();
  const [simulation, setSimulation] = useState<Simulation | null>(null);
  const close = (): void => store.getState().openOverlay(null);
  const start = (sample: Sample): void =>
    setSimulation(startSimulation({ document, ...sample, now: sample.now ?? now.getTime() }));
  return (
    <div className="flex min-h-0 grow max-md:flex-col">
      <SimulatedGraph simulation={simulation} />
      <aside
        aria-label="Try it"
        className="flex w-[440px] shrink-0 flex-col border-l border-line bg-surface max-md:min-h-0 max-md:w-full max-md:grow max-md:border-l-0"
      >
        <header className="flex items-center gap-2 border-b border-line px-4 py-2">
          <div className="min-w-0 grow">
            <h2 className="text-section">Try it</h2>
            <p className="text-caption text-ink-3">
              {simulation === null
                ? 'In this browser only: nothing is sent, called or saved.'
                : `${clockWords(simulation)}, simulated`}
            </p>
          </div>
          {simulation !== null && (
            <>
              <IconButton
                label="One step back"
                disabled={simulation.previous === null}
                onClick={() => setSimulation(stepBack(simulation))}
              >
                <StepBack aria-hidden />
              </IconButton>
              <IconButton label="Start again" onClick={() => setSimulation(null)}>
                <RotateCcw aria-hidden />
              </IconButton>
            </>
          )}
          <IconButton label="Back to the editor" onClick={close}>
            <X aria-hidden />
          </IconButton>
        </header>
        {simulation === null ? (
          <SampleForm onStart={start} />
        ) : (
          <Playing simulation={simulation} onChange={setSimulation} />
        )}
      </aside>
    </div>
  );
}

function Playing({
  simulation,
  onChange,
}: {
  simulation: Simulation;
  onChange: (next: Simulation) => void;
}) {
  const play = (policy: Policy): void => onChange(autoplay(simulation, policy));
  return (
    <>
      <div className="min-h-0 grow overflow-y-auto p-4">
        <SimulationStory simulation={simulation} />
      </div>
      <div className="flex max-h-[55%] shrink-0 flex-col gap-3 overflow-y-auto border-t border-line bg-ground p-4">
        <ChoiceList
          key={simulation.choices.length}
          simulation={simulation}
          onChoose={(choice) => onChange(choose(simulation, choice))}
        />
        <fieldset aria-label="Play to the end" className="flex flex-wrap items-center gap-1.5">
          <span className="text-caption text-ink-3">To the end:</span>
          <Button size="compact" onClick={() => play('happy')}>
            All goes well
          </Button>
          <Button size="compact" onClick={() => play('silent')}>
            Nobody answers
          </Button>
          <Button size="compact" onClick={() => play('unlucky')}>
            All goes wrong
          </Button>
        </fieldset>
      </div>
    </>
  );
}

function SimulatedGraph({ simulation }: { simulation: Simulation | null }) {
  const document = useDocument();
  const [view, setView] = useState<'graph' | 'list'>('graph');
  const marks = useMemo(
    () => (simulation === null ? undefined : simulationMarks(simulation)),
    [simulation],
  );
  const shared = { document, label: `${document.name}, simulated`, marks };
  return (
    <div className="relative min-h-0 min-w-0 grow max-md:h-2/5 max-md:grow-0">
      <div className="absolute top-3 left-4 z-10">
        <Segmented
          label="How to look at the path"
          value={view}
          segments={[
            { value: 'graph', label: 'Graph' },
            { value: 'list', label: 'List' },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'graph' ? (
        <AutomationGraph {...shared} />
      ) : (
        <div className="h-full overflow-y-auto bg-surface pt-13">
          <GraphList {...shared} />
        </div>
      )}
    </div>
  );
}
