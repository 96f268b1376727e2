'use client';

import { X } from 'lucide-react';
import { FIRST_SETTINGS } from '#components/automations/new/empty-automation.ts';
import { TRIGGER_WORDS } from '#components/graph/trigger-words.ts';
import { StepIcon } from '#components/graph/step-icon.tsx';
import { Field } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { DEFAULT_PORT } from '#server/engine/document.ts';
import type { DocumentTrigger } from '#server/engine/edit/change.ts';
import { useDocument, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { Way } from './ways-on.tsx';
import { WebhookFields } from './webhook-fields.tsx';

/** What starts a run, and how a contact is read from it. */
export function TriggerPanel() {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const { trigger } = useDocument();
  const words = TRIGGER_WORDS[trigger.kind];
  const set = (next: DocumentTrigger, gesture?: string): void => {
    store.getState().change({ kind: 'set_trigger', trigger: next }, gesture);
  };
  const setConfig = (config: DocumentTrigger['config'], gesture: string): void =>
    set({ ...trigger, config }, gesture);
  return (
    <div className="flex flex-col gap-4 p-4">
      <header className="flex items-start gap-3">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-text">
          <StepIcon name={words.icon} className="size-4" />
        </span>
        <span className="min-w-0 grow">
          <h2 className="text-section">{trigger.name ?? words.name}</h2>
          <span className="text-caption text-ink-3">What starts a run</span>
        </span>
        <IconButton label="Close" size="compact" onClick={() => store.getState().select([])}>
          <X aria-hidden />
        </IconButton>
      </header>
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-4">
        <Field label="Starts" hint={words.sentence}>
          <Select
            value={trigger.kind}
            onValueChange={(chosen) => {
              const kind = chosen as DocumentTrigger['kind'];
              set({ ...trigger, kind, config: FIRST_SETTINGS[kind] });
            }}
            options={[
              { value: 'webhook', label: 'When its address receives a call' },
              { value: 'schedule', label: 'On a schedule' },
              { value: 'manual', label: 'By hand or through the API' },
            ]}
          />
        </Field>
        <Field label="Name" hint="What the card says">
          <Input
            value={trigger.name ?? ''}
            maxLength={200}
            placeholder={words.name}
            onChange={(event) => {
              const { name: _old, ...rest } = trigger;
              const name = event.target.value;
              set(name.trim() === '' ? rest : { ...rest, name }, 'trigger:name');
            }}
            onBlur={() => store.getState().endGesture()}
          />
        </Field>
        {trigger.kind === 'webhook' && (
          <WebhookFields config={trigger.config} onChange={setConfig} />
        )}
        {trigger.kind === 'schedule' && (
          <ScheduleFields config={trigger.config} onChange={setConfig} />
        )}
      </fieldset>
      <section aria-label="Ways on" className="flex flex-col gap-2 border-t border-line pt-4">
        <h3 className="text-section">What comes first</h3>
        <Way from="trigger" port={DEFAULT_PORT} label="Then" />
      </section>
    </div>
  );
}
