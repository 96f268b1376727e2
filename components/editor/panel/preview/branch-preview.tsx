'use client';

import { CircleCheck, Circle } from 'lucide-react';
import type { DocumentStep } from '#server/engine/document.ts';
import { evaluateCondition } from '#server/engine/condition.ts';
import { dataOf } from '#server/simulate/sample-data.ts';
import { branch } from '#server/steps/branch/definition.ts';
import { describeCondition } from '#server/steps/branch/describe-condition.ts';
import { useSampleSimulation } from './sample-context.tsx';

/** Which path the sample takes, and how each condition came out. */
export function BranchPreview({ step }: { step: DocumentStep }) {
  const data = dataOf(useSampleSimulation(step.id));
  const config = branch.config.safeParse(step.config);
  if (!config.success) {
    return <p className="text-body text-ink-3">It shows here once the paths are complete.</p>;
  }
  const { cases } = config.data;
  const taken = cases.find(({ when }) => evaluateCondition(when, data))?.port ?? 'else';
  const paths = [
    ...cases.map(({ port, name, when }) => ({ port, name, words: describeCondition(when) })),
    { port: 'else', name: 'Otherwise', words: 'when none of these holds' },
  ];
  return (
    <ul className="flex flex-col gap-1.5">
      {paths.map(({ port, name, words }) => (
        <li
          key={port}
          className={`flex items-start gap-2 rounded-control border px-2.5 py-2 text-body ${port === taken ? 'border-accent-line bg-accent-soft' : 'border-line'}`}
        >
          {port === taken ? (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
          ) : (
            <Circle aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
          )}
          <span className="min-w-0 break-words">
            <strong>{name}</strong>
            {port === taken && ': taken'}
            <span className="block text-caption text-ink-2">{words}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
