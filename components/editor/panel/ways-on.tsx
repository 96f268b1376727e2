'use client';

import { Select } from '#components/ui/select.tsx';
import { DEFAULT_PORT, type DocumentStep } from '#server/engine/document.ts';
import { connectTargets } from '#server/engine/edit/connect-targets.ts';
import { portsOf } from '#server/engine/edit/ports-of.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { useDocument, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';

const NOWHERE = '-';

/** Where each way out of a step leads: connecting without a mouse. */
export function WaysOn({ step }: { step: DocumentStep }) {
  const ports = portsOf(step, stepCatalogue);
  if (ports.length === 0) return null;
  return (
    <section aria-label="Ways on" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-section">What comes next</h3>
      {ports.map((port) => (
        <Way
          key={port.id}
          from={step.id}
          port={port.id}
          label={port.label.trim() === '' ? 'A path without a name' : port.label}
        />
      ))}
    </section>
  );
}

/** One port and the step that it starts. */
export function Way({ from, port, label }: { from: string; port: string; label: string }) {
  const store = useEditorStore();
  const document = useDocument();
  const { mayEdit } = useFacts();
  const leaving = document.edges.filter(
    (edge) => edge.from === from && (edge.port ?? DEFAULT_PORT) === port,
  );
  const [first] = leaving;
  const choose = (to: string): void => {
    const { change } = store.getState();
    if (to !== NOWHERE) change({ kind: 'connect', from, port, to });
    else if (first !== undefined) change({ kind: 'disconnect', from, port, to: first.to });
  };
  return (
    <div className="grid grid-cols-[112px_1fr] items-center gap-3">
      <span className="text-caption text-ink-2">{label}</span>
      <Select
        label={`${label} leads to`}
        disabled={!mayEdit}
        value={first?.to ?? NOWHERE}
        onValueChange={choose}
        options={[
          { value: NOWHERE, label: port === 'failed' ? 'The run fails' : 'The path ends' },
          ...connectTargets(document, from, port, stepCatalogue).map((target) => ({
            value: target.stepId,
            label: target.name,
            ...(target.loops ? { note: 'back' } : {}),
          })),
        ]}
      />
      {leaving.length > 1 && (
        <p className="col-span-2 text-caption text-ink-3">
          Leads to {leaving.length} steps; the others keep.
        </p>
      )}
    </div>
  );
}
