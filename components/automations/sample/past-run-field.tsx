'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC, useTRPCClient } from '#components/trpc/trpc.ts';
import { Field } from '#components/ui/field.tsx';
import { formatInstant } from '#components/ui/format-time.ts';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { Select } from '#components/ui/select.tsx';
import { type SampleDraft, sampleOfRun } from './sample-draft.ts';

const MADE_UP = 'made_up';

/** The data of a past run of this automation, to see what would become of it now. */
export function PastRunField({
  automationId,
  now,
  onMadeUp,
  onTake,
}: {
  automationId: string;
  now: Date;
  onMadeUp: () => void;
  onTake: (sample: SampleDraft) => void;
}) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const zone = useReaderZone();
  const runs = useQuery(trpc.runs.list.queryOptions({ automationId, limit: 20 }));
  const [chosen, setChosen] = useState(MADE_UP);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (runId: string): Promise<void> => {
    setChosen(runId);
    setProblem(null);
    if (runId === MADE_UP) return onMadeUp();
    try {
      return onTake(sampleOfRun(await client.runs.sampleFrom.query({ runId })));
    } catch (error) {
      return setProblem(describeApiError(error));
    }
  };
  const past = runs.data?.items ?? [];
  if (past.length === 0) return null;
  return (
    <Field label="With the data of" error={problem}>
      <Select
        value={chosen}
        onValueChange={(runId) => void take(runId)}
        options={[
          { value: MADE_UP, label: 'Somebody made up' },
          ...past.map((run) => ({
            value: run.id,
            label: `${run.contactName ?? run.contactEmail ?? run.id}’s run`,
            note: formatInstant(run.startedAt, zone, now),
          })),
        ]}
      />
    </Field>
  );
}
