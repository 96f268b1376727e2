'use client';

import { CalendarOff } from 'lucide-react';
import type { DocumentStep } from '#server/engine/document.ts';
import { SamplePicker } from '../preview/sample-picker.tsx';
import { useSample, useSampleSimulation } from '../preview/sample-context.tsx';
import { InstantTable } from './instant-table.tsx';
import { sampleWait, type ZoneOf } from './sample-wait.ts';
import { WeekStrip } from './week-strip.tsx';

/** When a wait that begins now would end for the sample: a week at a glance, and the next ten times. */
export function WaitPreview({ step }: { step: DocumentStep }) {
  const { sample } = useSample();
  const simulation = useSampleSimulation(step.id);
  const wait = sampleWait(step, simulation);
  return (
    <section aria-label="When it would fire" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-section">When it would fire</h3>
        <SamplePicker />
      </div>
      {wait === null && (
        <p className="text-body text-ink-3">It shows here once the settings can be read.</p>
      )}
      {wait?.kind === 'no_date' && (
        <div className="flex items-start gap-2 rounded-card border border-held-line bg-held-soft px-3 py-2.5 text-body text-ink">
          <CalendarOff aria-hidden className="mt-0.5 size-4 shrink-0 text-held" />
          <p className="min-w-0 break-words">
            For {sample.name}: {wait.message} <strong>{wait.then}</strong>
          </p>
        </div>
      )}
      {wait?.kind === 'times' && (
        <>
          <WeekStrip preview={wait.preview} from={simulation.now} />
          <InstantTable
            preview={wait.preview}
            from={simulation.now}
            name={sample.name}
            clock={step.kind === 'wait_until'}
          />
          <p className="text-caption text-ink-3">
            {zoneNote(wait.zoneOf, sample.name, simulation.document.settings.timezone)}
          </p>
        </>
      )}
    </section>
  );
}

function zoneNote(zoneOf: ZoneOf, name: string, automation: string): string {
  const own = automation.replaceAll('_', ' ');
  if (zoneOf === 'fixed') return 'Everybody waits on this clock, wherever they are.';
  return zoneOf === 'contact'
    ? `On the clock of ${name}. A contact without a zone waits on the automation’s, ${own}.`
    : `On the automation’s clock, ${own}.`;
}
