'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { RadioCard, RadioCards } from '#components/ui/radio-card.tsx';
import { Select } from '#components/ui/select.tsx';
import { FormFooter } from './form-footer.tsx';
import { dueWords, type FormProps, heldWords } from './status-change.ts';

type Waits = 'now' | 'skip' | 'spread';

const HOURS = ['1', '4', '12', '24', '72'] as const;

/** Says how many waits came due while runs were held, and asks what to do with them. */
export function ResumeForm({ id, pending, onLeave, onChange }: FormProps) {
  const trpc = useTRPC();
  const counts = useQuery({
    ...trpc.automations.held.queryOptions({ id }),
    // Waits come due while the dialog is open.
    staleTime: 0,
    refetchInterval: 10_000,
  });
  const [waits, setWaits] = useState<Waits | null>(null);
  const [hours, setHours] = useState('4');
  const asks = counts.data !== undefined && counts.data.due > 0;
  // Skipping cannot be taken back, so nothing is chosen beforehand.
  const ready = counts.data !== undefined && (!asks || waits !== null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const chosen = asks ? (waits ?? 'spread') : 'spread';
        onChange({
          status: 'active',
          waits: chosen,
          ...(chosen === 'spread' ? { spreadHours: Number(hours) } : {}),
        });
      }}
    >
      <div aria-live="polite" className="text-body text-ink-2">
        {counts.isPending && 'Looking for held runs…'}
        {counts.isError && describeApiError(counts.error)}
        {counts.data !== undefined && <Counts {...counts.data} />}
      </div>
      {asks && <MissedWaits waits={waits} hours={hours} onWaits={setWaits} onHours={setHours} />}
      <FormFooter>
        <Button onClick={onLeave}>Leave it paused</Button>
        <Button type="submit" variant="primary" disabled={pending || !ready}>
          Resume
        </Button>
      </FormFooter>
    </form>
  );
}

function Counts({ held, due }: { held: number; due: number }) {
  if (held === 0) return <p>No run is held: those on their way went on all the time.</p>;
  return (
    <p>
      <strong className="font-semibold text-ink">{heldWords(held)}</strong>; meanwhile{' '}
      <strong className="font-semibold text-ink">
        {due === 0 ? 'no wait came due' : dueWords(due)}
      </strong>
      . Deadlines for approvals and replies get back the time that they were held.
    </p>
  );
}

function MissedWaits({
  waits,
  hours,
  onWaits,
  onHours,
}: {
  waits: Waits | null;
  hours: string;
  onWaits: (waits: Waits) => void;
  onHours: (hours: string) => void;
}) {
  return (
    <>
      <h3 id="missed" className="mt-4 mb-2 text-section">
        Waits that came due
      </h3>
      <RadioCards
        aria-labelledby="missed"
        value={waits ?? ''}
        onValueChange={(value) => onWaits(value as Waits)}
      >
        <RadioCard value="spread" title="End one after the other, spread over hours">
          Each run has its own moment within that time; nobody gets everything at once.
        </RadioCard>
        <RadioCard value="now" title="End now">
          All of them go on at once, as fast as the connections allow.
        </RadioCard>
        <RadioCard value="skip" title="Are skipped: these runs end">
          The people in them leave the automation, and no later step runs for them. Each run is
          recorded as cancelled by you. This cannot be taken back.
        </RadioCard>
      </RadioCards>
      {waits === 'spread' && (
        <div className="mt-3 flex items-center gap-2 text-body text-ink-2">
          Spread over
          <Select
            label="Spread over"
            value={hours}
            onValueChange={onHours}
            options={HOURS.map((value) => ({
              value,
              label: value === '1' ? '1 hour' : `${value} hours`,
            }))}
            className="w-32"
          />
        </div>
      )}
    </>
  );
}
