'use client';

import type { Port } from '#server/engine/definition.ts';
import { describeDuration } from '#server/steps/duration.ts';
import { Select } from '#components/ui/select.tsx';
import { ItemIssue } from '../item-issue.tsx';
import type { FieldIssue, WidgetProps } from '../widget.ts';
import { LengthField } from './length-field.tsx';
import { PeopleField } from './people-widget.tsx';
import { Presets } from './presets.tsx';

interface Escalation {
  readonly to?: readonly string[];
  readonly after?: string;
  readonly then?: string;
}

interface DraftDeadline {
  readonly after?: string;
  readonly then?: string | { readonly escalate: Escalation };
}

const ESCALATE = 'escalate';

/** How long, and what happens then. Every wait on a person has both. */
export function DeadlineWidget({
  widget,
  field,
  value,
  onChange,
  onBlur,
  issues,
}: WidgetProps<'deadline'>) {
  const deadline: DraftDeadline = typeof value === 'object' && value !== null ? value : {};
  const { then } = deadline;
  const escalation = typeof then === 'object' ? then.escalate : null;
  const set = (change: DraftDeadline): void => onChange({ ...deadline, ...change });
  const choose = (chosen: string): void => {
    if (chosen !== ESCALATE) return set({ then: chosen });
    const last = typeof then === 'string' ? then : 'stop';
    return set({ then: { escalate: { to: [], after: deadline.after ?? 'PT24H', then: last } } });
  };
  return (
    <div className="flex flex-col gap-2">
      <div data-path={`${field.name}.after`}>
        <LengthField
          value={deadline.after}
          label={field.label}
          onChange={(after) => set({ after })}
          onBlur={onBlur}
        />
      </div>
      <ItemIssue issues={issues} path="after" />
      <Presets
        label="Usual deadlines"
        value={deadline.after}
        presets={widget.presets.map((preset) => ({
          value: preset,
          label: describeDuration(preset),
        }))}
        onChoose={(after) => set({ after })}
      />
      <div data-path={`${field.name}.then`}>
        <Ending
          label="Then"
          value={escalation === null ? then : ESCALATE}
          ports={widget.ports}
          escalates={widget.escalates}
          onChange={choose}
        />
      </div>
      {escalation === null && <ItemIssue issues={issues} path="then" />}
      {escalation !== null && (
        <AskOthers
          escalation={escalation}
          ports={widget.ports}
          onChange={(change) => set({ then: { escalate: { ...escalation, ...change } } })}
          onBlur={onBlur}
          path={`${field.name}.then.escalate`}
          issues={issues}
        />
      )}
    </div>
  );
}

function AskOthers({
  escalation,
  ports,
  onChange,
  onBlur,
  path,
  issues,
}: {
  escalation: Escalation;
  ports: readonly Port[];
  onChange: (change: Escalation) => void;
  onBlur: () => void;
  /** Of the escalation, from the step's settings on. */
  path: string;
  issues: readonly FieldIssue[];
}) {
  return (
    <div className="flex flex-col gap-2 border-l-2 border-line pl-3">
      <p className="text-caption font-medium text-ink-2">Who is asked next</p>
      <div data-path={`${path}.to`}>
        <PeopleField
          label="Who is asked next"
          people={escalation.to ?? []}
          placeholder="kim@example.com"
          onChange={(to) => onChange({ to })}
          onBlur={onBlur}
        />
      </div>
      <ItemIssue issues={issues} path="then.escalate.to" />
      <p className="text-caption font-medium text-ink-2">How long they have</p>
      <div data-path={`${path}.after`}>
        <LengthField
          value={escalation.after}
          label="How long they have"
          onChange={(after) => onChange({ after })}
          onBlur={onBlur}
        />
      </div>
      <ItemIssue issues={issues} path="then.escalate.after" />
      <div data-path={`${path}.then`}>
        <Ending
          label="If they do not answer either"
          value={escalation.then}
          ports={ports}
          escalates={false}
          onChange={(then) => onChange({ then })}
        />
      </div>
      <ItemIssue issues={issues} path="then.escalate.then" />
    </div>
  );
}

function Ending({
  label,
  value,
  ports,
  escalates,
  onChange,
}: {
  label: string;
  value: unknown;
  ports: readonly Port[];
  escalates: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <Select
      label={label}
      value={typeof value === 'string' ? value : undefined}
      placeholder="Choose what happens then"
      onValueChange={onChange}
      options={[
        ...ports.map((port) => ({ value: `port:${port.id}`, label: `Go on by “${port.label}”` })),
        { value: 'stop', label: 'Stop the run, where it is seen' },
        ...(escalates ? [{ value: ESCALATE, label: 'Ask someone else first' }] : []),
      ]}
    />
  );
}
