'use client';

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useId, useState } from 'react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import type { MigrationProposal } from '#server/api/views/migration-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { PreviewList } from './preview-list.tsx';
import {
  type Choices,
  orderOf,
  proposedChoices,
  type StepChoice,
  unanswered,
} from './step-choice.ts';
import { StepMapping } from './step-mapping.tsx';
import { VersionPick } from './version-pick.tsx';

/** Choose the versions, say what becomes of the runs at each step, see what would happen, start. */
export function MigrationWizard({
  detail,
  from,
  to,
  wizardKey,
}: {
  detail: AutomationDetail;
  from: number | null;
  to: number | null;
  /** Made with the page: pressing twice, or again after a lost answer, starts one migration. */
  wizardKey: string;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const ready = from !== null && to !== null && from !== to;
  const proposal = useQuery({
    ...trpc.migrations.propose.queryOptions({
      automationId: detail.id,
      from: from ?? 1,
      to: to ?? 1,
    }),
    enabled: ready,
    refetchOnWindowFocus: false,
  });
  return (
    <div className="flex flex-col gap-6">
      <Part number={1} title="From and to">
        <VersionPick
          versions={detail.versions}
          from={from}
          to={to}
          onChange={(nextFrom, nextTo) =>
            router.replace(
              `/automations/${detail.id}/migrate?from=${nextFrom ?? ''}&to=${nextTo ?? ''}`,
            )
          }
        />
        {from !== null && from === to && (
          <p className="text-body text-ink-2">Choose two different versions.</p>
        )}
        {proposal.isError && (
          <p role="alert" className="text-body text-fail">
            {describeApiError(proposal.error)}
          </p>
        )}
      </Part>
      {ready && proposal.data !== undefined && (
        <MigrationOrder
          key={`${from} ${to}`}
          proposal={proposal.data}
          wizardKey={`${wizardKey}-${from}-${to}`}
        />
      )}
    </div>
  );
}

function MigrationOrder({
  proposal,
  wizardKey,
}: {
  proposal: MigrationProposal;
  wizardKey: string;
}) {
  const [choices, setChoices] = useState<Choices>(() => proposedChoices(proposal));
  const [key] = useState(wizardKey);
  const trpc = useTRPC();
  const router = useRouter();
  const { automationId, from, to } = proposal;
  const order = { automationId, from, to, ...orderOf(choices, proposal.mapping) };
  const preview = useQuery({
    ...trpc.migrations.preview.queryOptions(order),
    placeholderData: keepPreviousData,
  });
  const start = useMutation(
    trpc.migrations.start.mutationOptions({
      onSuccess: ({ migration }) =>
        router.replace(`/automations/${automationId}/migrate?migration=${migration.id}`),
    }),
  );
  const open = unanswered(proposal, choices);
  const blocked = open.length > 0 || preview.data === undefined || preview.data.problems.length > 0;
  const choose = (stepId: string, choice: StepChoice): void =>
    setChoices(new Map([...choices, [stepId, choice]]));
  return (
    <>
      <Part number={2} title="What becomes of the runs at each step">
        <StepMapping proposal={proposal} choices={choices} onChoose={choose} />
      </Part>
      <Part number={3} title="What would happen now">
        {preview.isError ? (
          <p role="alert" className="text-body text-fail">
            {describeApiError(preview.error)}
          </p>
        ) : preview.data === undefined ? (
          <p className="text-body text-ink-2">Looking at the runs…</p>
        ) : (
          <PreviewList preview={preview.data} />
        )}
      </Part>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <p className="mr-auto max-w-[60ch] text-caption text-ink-2">
          Runs are moved one by one, and each says on its own page what happened. You can stop on
          the way; what was moved stays moved.
        </p>
        {start.error !== null && (
          <p role="alert" className="text-body text-fail">
            {describeApiError(start.error)}
          </p>
        )}
        <Button
          variant={blocked ? 'soft' : 'primary'}
          disabled={blocked || start.isPending}
          onClick={() => start.mutate({ ...order, key })}
        >
          {start.isPending
            ? 'Starting…'
            : open.length > 0
              ? `${open.length} ${open.length === 1 ? 'step needs' : 'steps need'} a choice`
              : `Move people to version ${to}`}
        </Button>
      </div>
    </>
  );
}

function Part({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="flex items-center gap-2 text-section">
        <span
          aria-hidden
          className="inline-flex size-5 items-center justify-center rounded-full bg-accent-soft text-tag text-accent-text tabular"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
