'use client';

import { TriangleAlert } from 'lucide-react';
import type { MigrationProposal } from '#server/api/views/migration-view.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { StepIcon } from '#components/graph/step-icon.tsx';
import { Select } from '#components/ui/select.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { type Choices, choiceOptions, type StepChoice } from './step-choice.ts';

type ProposedStep = MigrationProposal['steps'][number];

/** Each step of the old version with what becomes of the runs there; those with runs first. */
export function StepMapping({
  proposal,
  choices,
  onChoose,
}: {
  proposal: MigrationProposal;
  choices: Choices;
  onChoose: (stepId: string, choice: StepChoice) => void;
}) {
  const pressing = proposal.steps.filter((step) => step.runs > 0);
  const rest = proposal.steps.filter((step) => step.runs === 0);
  const row = (step: ProposedStep) => (
    <MappingRow
      key={step.stepId}
      step={step}
      proposal={proposal}
      choice={choices.get(step.stepId)}
      onChoose={(choice) => onChoose(step.stepId, choice)}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      {pressing.length === 0 ? (
        <p className="text-body text-ink-2">No run stands on version {proposal.from} right now.</p>
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {pressing.map(row)}
        </ul>
      )}
      {rest.length > 0 && (
        <details className="group">
          <summary className="cursor-pointer text-body font-medium text-accent-text">
            {rest.length} {rest.length === 1 ? 'step' : 'steps'} where nobody stands
          </summary>
          <p className="my-2 text-caption text-ink-2">
            Runs may get there before they are moved. One that stands where nothing is said is not
            moved, and says so.
          </p>
          <ul className="flex flex-col rounded-card border border-line bg-surface">
            {rest.map(row)}
          </ul>
        </details>
      )}
    </div>
  );
}

function MappingRow({
  step,
  proposal,
  choice,
  onChoose,
}: {
  step: ProposedStep;
  proposal: MigrationProposal;
  choice: StepChoice | undefined;
  onChoose: (choice: StepChoice) => void;
}) {
  const missing = choice === undefined && step.runs > 0;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0 md:grid-cols-[minmax(0,1fr)_72px_minmax(0,280px)]">
      <span className="flex min-w-0 items-start gap-2.5">
        <span className="mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-2">
          <StepIcon
            name={stepCatalogue.get(step.kind)?.icon ?? 'circle-dashed'}
            className="size-4"
          />
        </span>
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="text-body font-semibold break-words">{step.name}</span>
            {step.to === null ? <Tag tone="fail">Removed</Tag> : step.changed && <Tag>Changed</Tag>}
          </span>
          {missing && (
            <span className="flex items-center gap-1 text-caption text-held">
              <TriangleAlert aria-hidden className="size-3.5" />
              Say what becomes of them
            </span>
          )}
        </span>
      </span>
      <span className="text-body tabular md:text-right">
        {step.runs.toLocaleString('en-GB')} <span className="text-caption text-ink-3">here</span>
      </span>
      <Select
        label={`Runs at ${step.name}`}
        className="w-full"
        placeholder="Choose what happens"
        value={choice}
        options={choiceOptions(step, proposal.targets, proposal.from)}
        onValueChange={(value) => onChoose(value as StepChoice)}
      />
    </li>
  );
}
