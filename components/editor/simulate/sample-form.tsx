'use client';

import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { contactFromPayload } from '#components/automations/contact-from-payload.ts';
import { parsePayload } from '#components/automations/parse-payload.ts';
import { useTRPC, useTRPCClient } from '#components/trpc/trpc.ts';
import { describeApiError } from '#components/trpc/describe-api-error.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import type { SampleContact } from '#server/simulate/simulation.ts';
import { useDocument, useFacts } from '#components/editor/editor-context.tsx';

export interface Sample {
  readonly contact: SampleContact | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds; null is now. */
  readonly now: number | null;
}

const MADE_UP = 'made_up';

/** Whom to try the automation with: made up, or taken from a past run. */
export function SampleForm({ onStart }: { onStart: (sample: Sample) => void }) {
  const { detail } = useFacts();
  const { trigger } = useDocument();
  const [contact, setContact] = useState<SampleContact>(() => ({
    attributes: {},
    emailConsent: 'granted',
    ...contactFromPayload(trigger, detail.samplePayload),
  }));
  const [payload, setPayload] = useState(() => JSON.stringify(detail.samplePayload, null, 2));
  const [at, setAt] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const start = (): void => {
    const parsed = parsePayload(payload);
    if (!parsed.ok) return setProblem(parsed.message);
    const begins = at === '' ? Number.NaN : Date.parse(at);
    return onStart({
      contact: (contact.email ?? '') === '' ? null : contact,
      payload: parsed.value,
      now: Number.isNaN(begins) ? null : begins,
    });
  };
  const set = (change: Partial<SampleContact>): void => setContact({ ...contact, ...change });
  return (
    <form
      className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <PastRun
        onTake={(taken) => {
          if (taken.contact !== null) setContact(taken.contact);
          setPayload(JSON.stringify(taken.input, null, 2));
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label="Name">
          <Input
            value={contact.name ?? ''}
            onChange={(event) => set({ name: event.target.value || null })}
          />
        </Field>
        <Field label="Time zone">
          <Input
            value={contact.timezone ?? ''}
            placeholder="Europe/Berlin"
            onChange={(event) => set({ timezone: event.target.value || null })}
          />
        </Field>
        <Field label="Email" className="col-span-2" hint="Left empty, there is no contact.">
          <Input
            value={contact.email ?? ''}
            onChange={(event) => set({ email: event.target.value || null })}
          />
        </Field>
      </div>
      <Switch
        label="May be written to"
        checked={contact.emailConsent !== 'withdrawn' && contact.suppressed !== true}
        onCheckedChange={(on) =>
          set({ emailConsent: on ? 'granted' : 'withdrawn', suppressed: false })
        }
      />
      <Field label="Starts at" hint="On this computer’s clock; left empty, now.">
        <Input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
      </Field>
      <Field label="Payload, as the trigger would receive it" error={problem}>
        <Textarea
          value={payload}
          rows={8}
          spellCheck={false}
          onChange={(event) => {
            setPayload(event.target.value);
            setProblem(null);
          }}
          className="max-h-72 font-mono text-caption"
        />
      </Field>
      <Button type="submit" variant="primary" className="self-start">
        <Play aria-hidden />
        Start
      </Button>
    </form>
  );
}

interface Taken {
  readonly contact: SampleContact | null;
  readonly input: unknown;
}

/** The data of a past run of this automation, to see what would have become of it. */
function PastRun({ onTake }: { onTake: (taken: Taken) => void }) {
  const { detail } = useFacts();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const runs = useQuery(trpc.runs.list.queryOptions({ automationId: detail.id, limit: 20 }));
  const [chosen, setChosen] = useState(MADE_UP);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (runId: string): Promise<void> => {
    setChosen(runId);
    setProblem(null);
    if (runId === MADE_UP) return;
    try {
      onTake(await client.runs.sampleFrom.query({ runId }));
    } catch (error) {
      setProblem(describeApiError(error));
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
            label: run.contactName ?? run.contactEmail ?? run.id,
            note: run.startedAt.toISOString().slice(0, 16).replace('T', ' '),
          })),
        ]}
      />
    </Field>
  );
}
