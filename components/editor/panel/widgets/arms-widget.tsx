'use client';

import { Plus, Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { newPort } from '#server/steps/new-port.ts';
import { ItemInput } from '../item-input.tsx';
import { ItemIssue } from '../item-issue.tsx';
import type { WidgetProps } from '../widget.ts';

interface DraftArm {
  readonly port: string;
  readonly name: string;
  readonly percent?: number;
}

/** Paths by name. A path's id stays what it was when its name changes, so that nothing comes loose. */
export function ArmsWidget({
  widget,
  field,
  value,
  onChange,
  onBlur,
  issues,
}: WidgetProps<'arms'>) {
  const arms = (Array.isArray(value) ? value : []) as readonly DraftArm[];
  const set = (index: number, change: Partial<DraftArm>): void =>
    onChange(arms.map((arm, at) => (at === index ? { ...arm, ...change } : arm)));
  const add = (): void => {
    const name = `Path ${arms.length + 1}`;
    const port = newPort(
      arms.map((arm) => arm.port),
      name,
    );
    onChange([...arms, { port, name, ...(widget.shares ? { percent: 0 } : {}) }]);
  };
  const total = arms.reduce((sum, arm) => sum + (arm.percent ?? 0), 0);
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {arms.map((arm, index) => (
          <li key={arm.port} className="flex flex-col gap-1">
            <div className="flex items-start gap-2">
              <ItemInput
                field={field.name}
                at={`${index}.name`}
                issues={issues}
                aria-label={`${widget.item.name.label} of path ${index + 1}`}
                value={arm.name}
                placeholder={widget.item.name.placeholder}
                onChange={(event) => set(index, { name: event.target.value })}
                onBlur={onBlur}
              />
              {widget.shares && (
                <span className="flex shrink-0 items-start gap-1">
                  <ItemInput
                    field={field.name}
                    at={`${index}.percent`}
                    issues={issues}
                    type="number"
                    min={0}
                    max={100}
                    aria-label={`${widget.item.percent.label} of ${arm.name}, per cent`}
                    value={arm.percent ?? ''}
                    onChange={(event) => {
                      const percent = event.target.valueAsNumber;
                      set(index, { percent: Number.isNaN(percent) ? 0 : percent });
                    }}
                    onBlur={onBlur}
                    className="w-18"
                  />
                  <span className="pt-1.5 text-body text-ink-2">%</span>
                </span>
              )}
              <IconButton
                label={`Remove ${arm.name}`}
                size="compact"
                onClick={() => onChange(arms.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </div>
            <ItemIssue issues={issues} path={`${index}.port`} />
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-2">
        <Button size="compact" onClick={add}>
          <Plus aria-hidden />
          Add a path
        </Button>
        {widget.shares && (
          <span className={`text-caption tabular ${total === 100 ? 'text-ink-3' : 'text-held'}`}>
            {total} % of 100 %
          </span>
        )}
      </div>
    </div>
  );
}
