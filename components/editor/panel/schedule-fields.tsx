'use client';

import { NextTimes } from '#components/automations/next-times.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { previewSchedule } from '#server/engine/preview-schedule.ts';
import {
  useDocument,
  useEditorStore,
  useFacts,
  useProblems,
} from '#components/editor/editor-context.tsx';
import { LengthInSeconds } from './length-in-seconds.tsx';
import { ZoneInput } from './widgets/zone-widget.tsx';

type Config = Readonly<Record<string, unknown>>;

const USUAL = [
  { value: '0 9 * * 1-5', label: 'Weekdays at 09:00' },
  { value: '0 9 * * 1', label: 'Mondays at 09:00' },
  { value: '0 9 1 * *', label: 'The first of each month at 09:00' },
  { value: '0 * * * *', label: 'Every hour' },
] as const;

const OVERLAPS = [
  { value: 'skip', label: 'Skip it, and say so' },
  { value: 'queue', label: 'Start it after the run before' },
  { value: 'allow', label: 'Start it all the same' },
];

const OWN = 'own';

/** When a schedule starts runs, with the next times on its clock. */
export function ScheduleFields({
  config,
  onChange,
}: {
  config: Config;
  onChange: (config: Config, gesture: string) => void;
}) {
  const store = useEditorStore();
  const document = useDocument();
  const { now } = useFacts();
  const problem = useProblems().find(({ code }) => code === 'invalid_schedule');
  const kind = config['kind'] === 'rrule' ? 'rrule' : 'cron';
  const expression = typeof config['expression'] === 'string' ? config['expression'] : '';
  const usual = USUAL.find((rule) => kind === 'cron' && rule.value === expression);
  const preview = previewSchedule(document, now.getTime());
  const set = (change: Config, gesture: string): void =>
    onChange({ ...config, ...change }, `trigger:${gesture}`);
  const leave = (): void => store.getState().endGesture();
  return (
    <>
      <Field label="When">
        <Select
          value={usual?.value ?? OWN}
          onValueChange={(chosen) =>
            set(
              chosen === OWN ? { expression: '30 8 * * *' } : { kind: 'cron', expression: chosen },
              'usual',
            )
          }
          options={[...USUAL, { value: OWN, label: 'A rule of its own' }]}
        />
      </Field>
      {usual === undefined && (
        <>
          <Field label="Written as">
            <Select
              value={kind}
              onValueChange={(chosen) =>
                set(
                  {
                    kind: chosen,
                    expression:
                      chosen === 'cron' ? '30 8 * * *' : 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0',
                  },
                  'kind',
                )
              }
              options={[
                { value: 'cron', label: 'Cron: minute, hour, day, month, weekday' },
                { value: 'rrule', label: 'A calendar rule (RFC 5545)' },
              ]}
            />
          </Field>
          <Field label="Rule" error={problem?.message ?? null}>
            <Input
              value={expression}
              className="font-mono"
              onChange={(event) => set({ expression: event.target.value }, 'expression')}
              onBlur={leave}
            />
          </Field>
        </>
      )}
      <Field label="Time zone" hint="Left empty, the automation’s.">
        <ZoneInput
          value={typeof config['zone'] === 'string' ? config['zone'] : ''}
          onChange={(zone) => {
            const { zone: _old, ...rest } = config;
            onChange(zone === '' ? rest : { ...rest, zone }, 'trigger:zone');
          }}
          onBlur={leave}
        />
      </Field>
      <Field label="If the run before has not ended">
        <Select
          value={typeof config['overlap'] === 'string' ? config['overlap'] : 'skip'}
          onValueChange={(overlap) => set({ overlap }, 'overlap')}
          options={OVERLAPS}
        />
      </Field>
      <LengthInSeconds
        label="Start late by up to"
        hint="A fixed moment for each, so that not everything starts at once."
        seconds={config['jitterSeconds']}
        absent={0}
        onChange={(jitterSeconds) => set({ jitterSeconds }, 'jitter')}
        onBlur={leave}
      />
      <LengthInSeconds
        label="Catch up on times missed for up to"
        hint="Older ones are recorded as missed."
        seconds={config['catchUpSeconds']}
        absent={3600}
        onChange={(catchUpSeconds) => set({ catchUpSeconds }, 'catch_up')}
        onBlur={leave}
      />
      {preview !== null && <NextTimes preview={preview} label="The next times" now={now} />}
    </>
  );
}
