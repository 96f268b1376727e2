'use client';

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { newPort } from '#server/steps/new-port.ts';
import { ItemInput } from '../item-input.tsx';
import { ItemIssue } from '../item-issue.tsx';
import type { WidgetProps } from '../widget.ts';
import { ConditionField } from './condition-field.tsx';

interface DraftCase {
  readonly port: string;
  readonly name: string;
  readonly when: unknown;
}

/** The paths of a branch, tried from top to bottom. */
export function CasesWidget({
  widget,
  field,
  value,
  onChange,
  onBlur,
  stepId,
  issues,
}: WidgetProps<'cases'>) {
  const cases = (Array.isArray(value) ? value : []) as readonly DraftCase[];
  const set = (index: number, change: Partial<DraftCase>): void =>
    onChange(cases.map((item, at) => (at === index ? { ...item, ...change } : item)));
  const move = (index: number, by: number): void => {
    const next = [...cases];
    const [item] = next.splice(index, 1);
    if (item !== undefined) onChange(next.toSpliced(index + by, 0, item));
  };
  const add = (): void => {
    const name = `Path ${cases.length + 1}`;
    const port = newPort([...cases.map((item) => item.port), 'else'], name);
    const when = { all: [{ left: '', operator: 'equals', right: '' }] };
    onChange([...cases, { port, name, when }]);
  };
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3">
        {cases.map((item, index) => (
          <li
            key={item.port}
            className="flex flex-col gap-2 rounded-card border border-line bg-ground p-2.5"
          >
            <div className="flex items-start gap-1">
              <ItemInput
                field={field.name}
                at={`${index}.name`}
                issues={issues}
                aria-label={`${widget.item.name.label} of path ${index + 1}`}
                value={item.name}
                placeholder={widget.item.name.placeholder}
                onChange={(event) => set(index, { name: event.target.value })}
                onBlur={onBlur}
              />
              <IconButton
                label={`Try ${item.name} earlier`}
                size="compact"
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={`Try ${item.name} later`}
                size="compact"
                disabled={index === cases.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton
                label={`Remove ${item.name}`}
                size="compact"
                onClick={() => onChange(cases.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </div>
            <div data-path={`${field.name}.${index}.when`} className="flex flex-col gap-2">
              <ConditionField
                label={`When ${item.name === '' ? `path ${index + 1}` : item.name}`}
                value={item.when}
                stepId={stepId}
                onChange={(when) => set(index, { when })}
                onBlur={onBlur}
              />
              <ItemIssue issues={issues} path={`${index}.when`} />
              <ItemIssue issues={issues} path={`${index}.port`} />
            </div>
          </li>
        ))}
      </ol>
      <Button size="compact" className="self-start" onClick={add}>
        <Plus aria-hidden />
        Add a path
      </Button>
    </div>
  );
}
