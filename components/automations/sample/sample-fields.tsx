'use client';

import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import type { SampleContact } from '#server/simulate/simulation.ts';
import type { ReadSample, SampleDraft } from './sample-draft.ts';

/** Who it is, and what the trigger receives. */
export function SampleFields({
  sample,
  problem,
  onChange,
}: {
  sample: SampleDraft;
  /** What was found when it was last read. */
  problem: Extract<ReadSample, { ok: false }> | null;
  onChange: (sample: SampleDraft) => void;
}) {
  const { contact } = sample;
  const set = (change: Partial<SampleContact>): void =>
    onChange({ ...sample, contact: { ...contact, ...change } });
  const errorOf = (field: 'timezone' | 'payload'): string | null =>
    problem?.field === field ? problem.message : null;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Name">
          <Input
            value={contact.name ?? ''}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label="Time zone" error={errorOf('timezone')}>
          <Input
            value={contact.timezone ?? ''}
            placeholder="Europe/Berlin"
            onChange={(event) => set({ timezone: event.target.value })}
          />
        </Field>
        <Field label="Email" className="sm:col-span-2" hint="Left empty, there is no contact.">
          <Input
            type="email"
            value={contact.email ?? ''}
            onChange={(event) => set({ email: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Payload, as the trigger would receive it" error={errorOf('payload')}>
        <Textarea
          value={sample.payload}
          rows={8}
          spellCheck={false}
          onChange={(event) => onChange({ ...sample, payload: event.target.value })}
          className="max-h-72 font-mono text-caption"
        />
      </Field>
    </>
  );
}
