'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { useTRPC } from '#components/trpc/trpc.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { contactFromPayload } from './contact-from-payload.ts';
import { parsePayload } from './parse-payload.ts';

/** Starts a run by hand on the live version, marked as a test: it reaches nobody real. */
export function TestRunDialog({
  detail,
  open,
  onOpenChange,
}: {
  detail: AutomationDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [contact, setContact] = useState(() =>
    contactFromPayload(detail.draft.trigger, detail.samplePayload),
  );
  const [payload, setPayload] = useState(() => JSON.stringify(detail.samplePayload, null, 2));
  const [problem, setProblem] = useState<string | null>(null);
  const trpc = useTRPC();
  const router = useRouter();
  const startRun = useMutation(
    trpc.automations.startRun.mutationOptions({
      onSuccess: ({ runId }) => router.push(`/runs/${runId}`),
    }),
  );

  const start = (): void => {
    const parsed = parsePayload(payload);
    setProblem(parsed.ok ? null : parsed.message);
    if (!parsed.ok) return;
    const email = contact.email.trim();
    const named = {
      ...(contact.name.trim() === '' ? {} : { name: contact.name.trim() }),
      ...(contact.timezone.trim() === '' ? {} : { timezone: contact.timezone.trim() }),
    };
    startRun.mutate({
      id: detail.id,
      input: parsed.value,
      test: true,
      ...(email === '' ? {} : { contact: { email, ...named } }),
    });
  };
  const set = (field: keyof typeof contact) => (event: { target: { value: string } }) =>
    setContact({ ...contact, [field]: event.target.value });

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="medium"
      title="Start a test run"
      description={`On version ${detail.liveVersion}, marked as a test. Its steps really run, but emails, messages and calls go to the sandbox and to nobody real.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Not now</Button>
          <Button variant="primary" disabled={startRun.isPending} onClick={start}>
            {startRun.isPending ? 'Starting…' : 'Start the test run'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Name">
            <Input value={contact.name} onChange={set('name')} />
          </Field>
          <Field label="Time zone">
            <Input
              value={contact.timezone}
              placeholder="Europe/Berlin"
              onChange={set('timezone')}
            />
          </Field>
          <Field label="Email" className="sm:col-span-2" hint="Left empty, the run has no contact.">
            <Input type="email" value={contact.email} onChange={set('email')} />
          </Field>
        </div>
        <Field
          label="Payload, as the trigger would receive it"
          error={problem ?? (startRun.error === null ? null : describeApiError(startRun.error))}
        >
          <Textarea
            value={payload}
            spellCheck={false}
            rows={9}
            onChange={(event) => {
              setPayload(event.target.value);
              setProblem(null);
            }}
            className="max-h-72 font-mono text-caption"
          />
        </Field>
      </div>
    </Dialog>
  );
}
