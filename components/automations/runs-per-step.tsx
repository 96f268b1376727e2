'use client';

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTRPC } from '#components/trpc/trpc.ts';
import type { AutomationDocument } from '#server/engine/document.ts';

/** How many open runs of one version stand at each of its steps. */
export function RunsPerStep({
  automationId,
  version,
  document,
}: {
  automationId: string;
  version: number;
  document: AutomationDocument;
}) {
  const titleId = useId();
  const trpc = useTRPC();
  const standing = useQuery(
    trpc.automations.runsPerStep.queryOptions({ id: automationId, version }),
  );
  const { data } = standing;
  const runs = new Map(data?.steps.map((step) => [step.stepId, step.runs]));
  const most = Math.max(1, ...runs.values());
  const steps = document.steps.filter((step) => runs.has(step.id));
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between">
        <h3 id={titleId} className="text-section">
          On their way now
        </h3>
        <span className="text-section tabular">
          {data === undefined
            ? ''
            : `${data.total.toLocaleString('en-GB')}${data.capped ? '+' : ''}`}
        </span>
      </div>
      <p className="text-caption text-ink-2">
        {standing.isError
          ? 'The runs could not be counted just now.'
          : data === undefined
            ? 'Counting…'
            : data.total === 0
              ? `No run is open on version ${version}.`
              : `They stay on version ${version}`}
      </p>
      <ul className="flex flex-col">
        {steps.map((step) => {
          const count = runs.get(step.id) ?? 0;
          return (
            <li
              key={step.id}
              className="grid grid-cols-[minmax(0,1fr)_80px_auto] items-center gap-3 py-1 text-body"
            >
              <span className="break-words">{step.name}</span>
              <span aria-hidden className="h-1.5 rounded-full bg-line">
                <span
                  className="block h-full rounded-full bg-wait"
                  style={{ width: `${Math.max(4, (count / most) * 100)}%` }}
                />
              </span>
              <span className="min-w-8 text-right font-medium tabular">
                {count.toLocaleString('en-GB')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
