'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Input } from '#components/ui/input.tsx';
import { textOf, type WidgetProps } from '../widget.ts';

type Row = readonly [string, unknown];

/** Names and values. Rows keep their order; two of one name are told apart while they are typed. */
export function KeyValuesWidget({ widget, value, onChange, onBlur }: WidgetProps<'key_values'>) {
  const list = useId();
  const [typed, setTyped] = useState<readonly Row[] | null>(null);
  const rows: readonly Row[] =
    typed ?? (typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const set = (next: readonly Row[]): void => {
    setTyped(next);
    onChange(Object.fromEntries(next.filter(([key]) => key !== '')));
  };
  const leave = (): void => {
    if (rows.every(([key]) => key !== '')) setTyped(null);
    onBlur();
  };
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {rows.map(([key, entry], index) => (
          // biome-ignore lint: rows have no identity but their place while their names are typed
          <li key={index} className="flex items-center gap-2">
            <Input
              aria-label={`${widget.key.label} ${index + 1}`}
              value={key}
              list={list}
              placeholder={widget.key.placeholder}
              onChange={(event) =>
                set(rows.map((row, at) => (at === index ? [event.target.value, row[1]] : row)))
              }
              onBlur={leave}
              className="w-2/5"
            />
            <Input
              aria-label={`${widget.value.label} of ${key}`}
              value={textOf(entry)}
              placeholder={widget.value.placeholder}
              onChange={(event) =>
                set(rows.map((row, at) => (at === index ? [row[0], event.target.value] : row)))
              }
              onBlur={leave}
            />
            <IconButton
              label={`Remove ${key}`}
              size="compact"
              onClick={() => set(rows.filter((_, at) => at !== index))}
            >
              <Trash2 aria-hidden />
            </IconButton>
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
