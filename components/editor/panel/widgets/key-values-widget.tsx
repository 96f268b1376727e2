'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ItemInput } from '../item-input.tsx';
import { ItemIssue } from '../item-issue.tsx';
import { LiquidEditor } from '../liquid/liquid-editor.tsx';
import { LiquidPreview } from '../preview/liquid-preview.tsx';
import { textOf, type WidgetProps } from '../widget.ts';

type Row = readonly [string, unknown];

/** Names and values. Rows keep their order; two of one name are told apart while they are typed. */
export function KeyValuesWidget({
  widget,
  field,
  value,
  onChange,
  onBlur,
  stepId,
  issues,
}: WidgetProps<'key_values'>) {
  const list = useId();
  const [typed, setTyped] = useState<readonly Row[] | null>(null);
  const rows: readonly Row[] =
    typed ?? (typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const set = (next: readonly Row[]): void => {
    setTyped(next);
    onChange(Object.fromEntries(next.filter(([key]) => key !== '')));
  };
  const change = (index: number, row: Row): void =>
    set(rows.map((old, at) => (at === index ? row : old)));
  const leave = (): void => {
    if (rows.every(([key]) => key !== '')) setTyped(null);
    onBlur();
  };
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-3">
        {rows.map(([key, entry], index) => (
          // biome-ignore lint: rows have no identity but their place while their names are typed
          <li key={index} className="flex flex-col gap-1.5 rounded-card border border-line p-2">
            <span className="flex items-start gap-2">
              <ItemInput
                field={field.name}
                at={`${key}#name`}
                issues={issues}
                aria-label={`${widget.key.label} ${index + 1}`}
                value={key}
                list={list}
                placeholder={widget.key.placeholder}
                onChange={(event) => change(index, [event.target.value, entry])}
                onBlur={leave}
              />
              <IconButton
                label={`Remove ${key}`}
                size="compact"
                onClick={() => set(rows.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </span>
            <div data-path={`${field.name}.${key}`} className="flex flex-col gap-1">
              <LiquidEditor
                label={`${widget.value.label} of ${key === '' ? 'the new field' : key}`}
                value={textOf(entry)}
                lines="one"
                placeholder={widget.value.placeholder}
                stepId={stepId}
                nested
                onChange={(text) => change(index, [key, text])}
                onBlur={leave}
              />
              {/\{[{%]/.test(textOf(entry)) && (
                <LiquidPreview text={textOf(entry)} stepId={stepId} />
              )}
              <ItemIssue issues={issues} path={key} />
            </div>
          </li>
        ))}
      </ul>
      <Button size="compact" className="self-start" onClick={() => setTyped([...rows, ['', '']])}>
        <Plus aria-hidden />
        {widget.add}
      </Button>
      <datalist id={list}>
        {(widget.suggestions ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </datalist>
    </div>
  );
}
