'use client';

import { ZoneInput } from '#components/editor/panel/widgets/zone-widget.tsx';
import { useDocument, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ageProblem, nameProblem, stepsProblem, zoneProblem } from './setting-problems.ts';
import { SettingField } from './setting-field.tsx';

/** What holds for the whole automation. Each setting is an edit as any other: saved, and undone. */
export function SettingsOverlay() {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const close = (): void => store.getState().openOverlay(null);
  return (
    <Dialog
      open
      onOpenChange={close}
      size="medium"
      title="Settings of the automation"
      description="They are part of the draft: saved by themselves, and live once you publish."
      footer={<Button onClick={close}>Done</Button>}
    >
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-4">
        <Words />
        <Limits />
      </fieldset>
    </Dialog>
  );
}

function Words() {
  const store = useEditorStore();
  const { name, description = '' } = useDocument();
  const { change } = store.getState();
  return (
    <>
      <SettingField
        label="Name"
        hint="Its address and the addresses of its pages stay the same."
        value={name}
        problem={nameProblem}
        onSet={(next) => change({ kind: 'rename_automation', name: next }, 'settings:name')}
      >
        {(props) => <Input maxLength={200} {...props} />}
      </SettingField>
      <SettingField
        label="Description"
        hint="One sentence for the list of automations: what it does, and for whom."
        value={description}
        problem={() => null}
        onSet={(next) =>
          change({ kind: 'set_description', description: next }, 'settings:description')
        }
      >
        {(props) => <Textarea rows={2} maxLength={2000} {...props} />}
      </SettingField>
    </>
  );
}

function Limits() {
  const store = useEditorStore();
  const { settings } = useDocument();
  const { change } = store.getState();
  return (
    <>
      <SettingField
        label="Time zone"
        hint="Read by waits and schedules wherever the contact’s own zone is not asked for, or not known."
        value={settings.timezone}
        problem={zoneProblem}
        onSet={(timezone) => change({ kind: 'set_settings', settings: { timezone } })}
      >
        {({ value, onChange, onBlur }) => (
          <ZoneInput
            value={value}
            onChange={(zone) => onChange({ target: { value: zone } })}
            onBlur={onBlur}
          />
        )}
      </SettingField>
      <SettingField
        label="Most steps of one run"
        hint="A run that reaches it is stopped where people see it. It guards against loops that never end."
        value={String(settings.maxSteps)}
        problem={stepsProblem}
        onSet={(steps) =>
          change({ kind: 'set_settings', settings: { maxSteps: Number(steps) } }, 'settings:steps')
        }
      >
        {(props) => <Input inputMode="numeric" className="w-32" {...props} />}
      </SettingField>
      <SettingField
        label="Longest age of one run, in days"
        hint="Waits count. A run that is older is stopped where people see it."
        value={String(settings.maxAgeDays)}
        problem={ageProblem}
        onSet={(days) =>
          change({ kind: 'set_settings', settings: { maxAgeDays: Number(days) } }, 'settings:age')
        }
      >
        {(props) => <Input inputMode="numeric" className="w-32" {...props} />}
      </SettingField>
    </>
  );
}
