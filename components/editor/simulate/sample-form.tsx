'use client';

import { FlaskConical, Play } from 'lucide-react';
import { useState } from 'react';
import { PastRunField } from '#components/automations/sample/past-run-field.tsx';
import {
  madeUpSample,
  type ReadSample,
  readSample,
  type SampleDraft,
} from '#components/automations/sample/sample-draft.ts';
import { SampleFields } from '#components/automations/sample/sample-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useDocument, useFacts, useProblems } from '#components/editor/editor-context.tsx';

/** Whom to try the automation with, when, and what chance brings; as it is being typed. */
export interface Trial {
  readonly sample: SampleDraft;
  /** As a `datetime-local` field holds it; empty is now. */
  readonly at: string;
  /** Another number may take another arm of a split. */
  readonly chance: string;
}

const CHANCES = ['0', '1', '2', '3', '4', '5'].map((value) => ({
  value,
  label: `Person ${Number(value) + 1} of six`,
}));

export function SampleForm({
  trial,
  onChange,
  onStart,
  onTest,
}: {
  trial: Trial;
  onChange: (trial: Trial) => void;
  onStart: (read: Extract<ReadSample, { ok: true }>) => void;
  /** Null for those who may not start runs. */
  onTest: (() => void) | null;
}) {
  const { detail, now } = useFacts();
  const { trigger, steps } = useDocument();
  const [problem, setProblem] = useState<Extract<ReadSample, { ok: false }> | null>(null);
  const setSample = (sample: SampleDraft): void => {
    onChange({ ...trial, sample });
    setProblem(null);
  };
  const submit = (): void => {
    const read = readSample(trial.sample);
    if (read.ok) onStart(read);
    else setProblem(read);
  };
  return (
    <form
      noValidate
      className="flex min-h-0 grow flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4">
        <DraftProblems />
        <PastRunField
          automationId={detail.id}
          now={now}
          onMadeUp={() => setSample(madeUpSample(trigger, detail.samplePayload))}
          onTake={setSample}
        />
        <SampleFields sample={trial.sample} problem={problem} onChange={setSample} />
        <MayBeWrittenTo sample={trial.sample} onChange={setSample} />
        <Field label="Starts at" hint="On this computer’s clock; left empty, now.">
          <Input
            type="datetime-local"
            value={trial.at}
            onChange={(event) => onChange({ ...trial, at: event.target.value })}
          />
        </Field>
        {steps.some(({ kind }) => kind === 'split') && (
          <Field label="Where chance decides" hint="Each of them takes a way of their own.">
            <Select
              value={trial.chance}
              options={CHANCES}
              onValueChange={(chance) => onChange({ ...trial, chance })}
            />
          </Field>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 border-t border-line p-3">
        <Button type="submit" variant="primary" className="max-md:h-11 max-md:grow">
          <Play aria-hidden />
          Start
        </Button>
        {onTest !== null && (
          <Button variant="quiet" className="max-md:h-11 max-md:grow" onClick={onTest}>
            <FlaskConical aria-hidden />
            Run it on the server as a test…
          </Button>
        )}
      </div>
    </form>
  );
}

function MayBeWrittenTo({
  sample,
  onChange,
}: {
  sample: SampleDraft;
  onChange: (sample: SampleDraft) => void;
}) {
  const { contact } = sample;
  return (
    <Switch
      label="May be written to"
      checked={contact.emailConsent !== 'withdrawn' && contact.suppressed !== true}
      onCheckedChange={(on) => {
        const emailConsent = on ? 'granted' : 'withdrawn';
        onChange({ ...sample, contact: { ...contact, emailConsent, suppressed: false } });
      }}
    />
  );
}

/** A draft with errors can be tried all the same. */
function DraftProblems() {
  const errors = useProblems().filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return null;
  return (
    <p className="rounded-control bg-held-soft px-3 py-2 text-body text-held">
      This draft has {errors === 1 ? 'a problem' : `${errors} problems`}. It can be tried as it is;
      what is wrong shows when the run comes to it.
    </p>
  );
}
