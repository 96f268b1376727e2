'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPCClient } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { PastRunField } from './sample/past-run-field.tsx';
import {
  madeUpSample,
  readSample,
  type SampleDraft,
  startContactOf,
} from './sample/sample-draft.ts';
import { SampleFields } from './sample/sample-fields.tsx';

const DRAFT = 'draft';

export interface TestRunDialogProps {
  readonly detail: AutomationDetail;
  /** The draft as it is on the screen, which may be newer than the one in `detail`. */
  readonly draft: AutomationDocument;
  /** How many errors the draft has: it cannot run before they are mended. */
  readonly errors: number;
  readonly now: Date;
  /** What is offered first. */
  readonly first: 'draft' | 'live';
  readonly sample?: SampleDraft | null;
  /** Brings the draft to the server; the answer says why that failed, or null. */
  readonly save?: () => Promise<string | null>;
  readonly onClose: () => void;
}

/** Starts a run on the real engine, marked as a test: it reaches nobody real. */
export function TestRunDialog(props: TestRunDialogProps) {
  const { detail, draft, errors, now, onClose } = props;
  const [of, setOf] = useState(() =>
    props.first === 'live' && detail.liveVersion !== null ? String(detail.liveVersion) : DRAFT,
  );
  const madeUp = (): SampleDraft => madeUpSample(draft.trigger, detail.samplePayload);
  const [sample, setSample] = useState(() => props.sample ?? madeUp());
  const [problem, setProblem] = useState<ReturnType<typeof readSample> | null>(null);
  const { start, isPending, error } = useStart(props);
  const isBlocked = of === DRAFT && errors > 0;
  const change = (next: SampleDraft): void => {
    setSample(next);
    setProblem(null);
  };
  const submit = (): void => {
    const read = readSample(sample);
    setProblem(read);
    if (read.ok) start({ of, contact: read.contact, payload: read.payload });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Start a test run"
      description="Its steps really run, but emails, messages and calls go to the sandbox and to nobody real. No contact is changed."
      footer={
        <>
          {error !== null && (
            <p role="alert" className="mr-auto min-w-0 text-caption text-fail max-md:w-full">
              {error}
            </p>
          )}
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" disabled={isPending || isBlocked} onClick={submit}>
            {isPending ? 'Starting…' : 'Start the test run'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="What to test"
          error={
            isBlocked ? `The draft cannot run yet: ${problemWords(errors)} to mend first.` : null
          }
        >
          <Select value={of} onValueChange={setOf} options={offers(detail)} />
        </Field>
        <PastRunField
          automationId={detail.id}
          now={now}
          onMadeUp={() => change(madeUp())}
          onTake={change}
        />
        <SampleFields
          sample={sample}
          problem={problem?.ok === false ? problem : null}
          onChange={change}
        />
      </div>
    </Dialog>
  );
}

function offers({ versions }: AutomationDetail) {
  return [
    { value: DRAFT, label: 'The draft, as it is now' },
    ...versions.map(({ version, live, note }) => ({
      value: String(version),
      label: `Version ${version}${live ? ', live' : ''}`,
      ...(note === '' ? {} : { note: note.length > 40 ? `${note.slice(0, 39)}…` : note }),
    })),
  ];
}

const problemWords = (count: number): string => (count === 1 ? 'one problem' : `${count} problems`);

interface Start {
  readonly of: string;
  readonly contact: SampleDraft['contact'] | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Started = { readonly runId: string } | { readonly refusal: string };

function useStart({ detail, save }: TestRunDialogProps) {
  const client = useTRPCClient();
  const router = useRouter();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async ({ of, contact, payload }: Start): Promise<Started> => {
      const refusal = of === DRAFT ? ((await save?.()) ?? null) : null;
      if (refusal !== null) return { refusal };
      return client.automations.testRun.mutate({
        id: detail.id,
        of: of === DRAFT ? { kind: 'draft' } : { kind: 'version', version: Number(of) },
        input: { ...payload },
        ...(contact === null ? {} : { contact: startContactOf(contact) }),
      });
    },
    onSuccess: (started) => {
      if ('runId' in started) router.push(`/runs/${started.runId}`);
    },
  });
  const refusal = data !== undefined && 'refusal' in data ? data.refusal : null;
  return {
    start: mutate,
    // While the run's page is on its way, a second press would start a second run.
    isPending: isPending || (data !== undefined && refusal === null),
    error: error === null ? refusal : describeApiError(error),
  };
}
