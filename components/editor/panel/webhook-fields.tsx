'use client';

import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useEditorStore, useProblems } from '#components/editor/editor-context.tsx';

type Config = Readonly<Record<string, unknown>>;

const CONTACT_FIELDS = [
  { name: 'email', label: 'Email address', placeholder: '$.email' },
  { name: 'name', label: 'Name', placeholder: '$.name' },
  { name: 'timezone', label: 'Time zone', placeholder: '$.timezone' },
  { name: 'externalId', label: 'Your own id of the contact', placeholder: '$.user_id' },
] as const;

/** Where in a call's payload the event and the contact are, as JSONPath. */
export function WebhookFields({
  config,
  onChange,
}: {
  config: Config;
  onChange: (config: Config, gesture: string) => void;
}) {
  const store = useEditorStore();
  const warning = useProblems().find(({ field }) => field === 'trigger.config.eventId');
  const contact =
    typeof config['contact'] === 'object' && config['contact'] !== null
      ? (config['contact'] as Config)
      : {};
  const set = (name: string, value: unknown): void =>
    onChange(changed(config, name, value), `trigger:${name}`);
  const leave = (): void => store.getState().endGesture();
  return (
    <>
      <Field
        label="The event’s own id"
        hint={
          warning?.message ??
          'Two deliveries with the same id start one run. JSONPath, such as $.event_id.'
        }
      >
        <Input
          value={text(config['eventId'])}
          placeholder="$.event_id"
          onChange={(event) => set('eventId', event.target.value || undefined)}
          onBlur={leave}
        />
      </Field>
      <Switch
        label="Without an id, equal submissions start one run"
        checked={config['collapseIdentical'] === true}
        onCheckedChange={(on) => set('collapseIdentical', on ? true : undefined)}
      />
      {CONTACT_FIELDS.map(({ name, label, placeholder }) => (
        <Field key={name} label={`Contact: ${label.toLowerCase()}`}>
          <Input
            value={text(contact[name])}
            placeholder={placeholder}
            onChange={(event) => {
              const next = changed(contact, name, event.target.value || undefined);
              set('contact', Object.keys(next).length === 0 ? undefined : next);
            }}
            onBlur={leave}
          />
        </Field>
      ))}
    </>
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The settings with one of them changed, or left out where it is undefined. */
function changed(config: Config, name: string, value: unknown): Config {
  const rest = Object.entries(config).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? rest : [...rest, [name, value]]);
}
