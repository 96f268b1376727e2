'use client';

import type { ReactNode } from 'react';
import type { RunDetail } from '#server/api/views/run-view.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { KeyValueBox } from '#components/ui/key-value.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { JsonBlock } from './json-block.tsx';
import { stepNameIn } from './run-names.ts';
import { shortStartKey } from './short-keys.ts';

/** What came in, about whom, and what each step made of it. */
export function RunDataPanel({ run, now }: { run: RunDetail; now: Date }) {
  const outputs = run.steps.filter((step) => step.output !== null && step.output !== undefined);
  return (
    <div className="flex flex-col gap-5">
      <Part title="Contact">
        {run.contact === null ? (
          <p className="text-body text-ink-2">This run is about nobody in particular.</p>
        ) : (
          <KeyValueBox
            rows={[
              { key: 'Name', value: run.contact.name ?? 'not known' },
              { key: 'Address', value: run.contact.email ?? 'not known' },
              { key: 'Zone', value: run.contact.timezone ?? 'not known: the workspace’s is used' },
            ]}
          />
        )}
      </Part>
      <Part title="What started it">
        <KeyValueBox
          rows={[
            {
              key: 'Start key',
              value: (
                <CopyButton
                  value={run.startKey}
                  shown={shortStartKey(run.startKey)}
                  label="Copy the start key"
                />
              ),
            },
            { key: 'Started', value: <Moment at={run.startedAt} now={now} /> },
            { key: 'Stops by', value: <Moment at={run.expiresAt} now={now} /> },
          ]}
        />
        <JsonBlock value={run.input} label="Input" />
      </Part>
      {outputs.map((step) => (
        <Part
          key={`${step.stepId}/${step.iteration}`}
          title={`${stepNameIn(run, step.stepId)}${step.iteration > 1 ? `, visit ${step.iteration}` : ''}`}
        >
          <JsonBlock value={step.output} label={`Output of ${stepNameIn(run, step.stepId)}`} />
        </Part>
      ))}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-body font-semibold">{title}</h2>
      {children}
    </section>
  );
}
