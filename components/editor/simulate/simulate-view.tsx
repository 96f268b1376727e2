'use client';

import { useState } from 'react';
import { madeUpSample, type ReadSample } from '#components/automations/sample/sample-draft.ts';
import type { DraftSaver } from '#components/editor/draft-saver.ts';
import { useDocument, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { EditorTestRun } from '#components/editor/test-run/editor-test-run.tsx';
import type { Simulation } from '#server/simulate/simulation.ts';
import { startSimulation } from '#server/simulate/start-simulation.ts';
import { Playing } from './playing.tsx';
import { SampleForm, type Trial } from './sample-form.tsx';
import { SimulateHeader } from './simulate-header.tsx';
import { SimulatedGraph } from './simulated-graph.tsx';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** What a phone, which has room for one of them, shows above the choices. */
export type Shown = 'story' | 'path';

/**
 * "Try it": the engine's own core in the browser, with the world played by the reader. Takes the
 * place of canvas and panel; the draft cannot change meanwhile.
 */
export function SimulateView({ saver }: { saver: DraftSaver | null }) {
  const store = useEditorStore();
  const document = useDocument();
  const { now, detail, mayRun } = useFacts();
  const [simulation, setSimulation] = useState<Simulation | null>(null);
  const [shown, setShown] = useState<Shown>('story');
  const [testing, setTesting] = useState(false);
  const [trial, setTrial] = useState<Trial>(() => ({
    sample: madeUpSample(document.trigger, detail.samplePayload),
    at: '',
    chance: '0',
  }));
  const close = (): void => store.getState().openOverlay(null);
  useReturnFocus(store);
  useEscape(close);
  const start = ({ contact, payload }: Extract<ReadSample, { ok: true }>): void => {
    const begins = trial.at === '' ? Number.NaN : Date.parse(trial.at);
    const at = Number.isNaN(begins) ? now.getTime() : begins;
    const chance = Number(trial.chance);
    setSimulation(startSimulation({ document, contact, payload, chance, now: at }));
  };
  const test = mayRun ? () => setTesting(true) : null;
  return (
    <div className="flex min-h-0 grow max-md:flex-col">
      <div
        data-shown={simulation !== null && shown === 'path'}
        className="relative min-h-0 min-w-0 grow max-md:data-[shown=false]:hidden"
      >
        <SimulatedGraph simulation={simulation} />
      </div>
      <aside
        aria-label="Try it"
        data-shown={simulation === null || shown === 'story'}
        className="flex min-h-0 w-[440px] shrink-0 flex-col border-l border-line bg-surface max-md:w-full max-md:shrink max-md:border-l-0 max-md:data-[shown=false]:max-h-[55%] max-md:data-[shown=true]:grow"
      >
        <SimulateHeader
          simulation={simulation}
          shown={shown}
          onShow={setShown}
          onChange={setSimulation}
          onClose={close}
        />
        {simulation === null ? (
          <SampleForm trial={trial} onChange={setTrial} onStart={start} onTest={test} />
        ) : (
          <Playing simulation={simulation} shown={shown} onChange={setSimulation} onTest={test} />
        )}
      </aside>
      {testing && (
        <EditorTestRun saver={saver} sample={trial.sample} onClose={() => setTesting(false)} />
      )}
    </div>
  );
}
