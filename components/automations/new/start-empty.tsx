'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { emptyAutomation, type TriggerKind } from './empty-automation.ts';
import { useCreate } from './use-create.ts';

/** The beginning of an own automation: its name and what starts it. */
export function StartEmpty({ timezone }: { timezone: string }) {
  const { create, pending } = useCreate();
  const [name, setName] = useState('');
  const [trigger, setTrigger] = useState<TriggerKind>('webhook');
  const [missing, setMissing] = useState(false);
  return (
    <form
      aria-labelledby="empty"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        const blank = name.trim() === '';
        setMissing(blank);
        if (!blank && !pending) create(emptyAutomation(name, trigger, timezone));
      }}
    >
      <h2 id="empty" className="text-heading">
        Start empty
      </h2>
      <Field label="Name" error={missing ? 'Give it a name' : null}>
        <Input
          value={name}
          maxLength={200}
          placeholder="Webinar follow-up"
          onChange={(event) => {
            setName(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      <Field label="What starts it" hint="It can be changed while it is a draft.">
        <Select
          value={trigger}
          onValueChange={(chosen) => setTrigger(chosen as TriggerKind)}
          options={[
            { value: 'webhook', label: 'A form or an app calls its address' },
            { value: 'schedule', label: 'A schedule' },
            { value: 'manual', label: 'Someone starts it, by hand or through the API' },
          ]}
        />
      </Field>
      <Button type="submit" variant="primary" disabled={pending} className="self-start max-md:h-11">
        Create and open the editor
      </Button>
    </form>
  );
}
