'use client';

import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Input } from '#components/ui/input.tsx';
import type { WidgetProps } from '../widget.ts';

export function PeopleWidget({ field, value, onChange, onBlur }: WidgetProps<'people'>) {
  const people = Array.isArray(value) ? value.map(String) : [];
  return (
    <PeopleField
      label={field.label}
      people={people}
      placeholder={field.placeholder ?? 'name@example.com'}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}

/** Addresses one after another; Enter, a comma or leaving the field adds one. */
export function PeopleField({
  label,
  people,
  placeholder,
  onChange,
  onBlur,
}: {
  label: string;
  people: readonly string[];
  placeholder: string;
  onChange: (people: readonly string[]) => void;
  onBlur: () => void;
}) {
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const wanted = typed.split(/[\s,;]+/).filter((address) => address !== '');
    setTyped('');
    const added = wanted.filter((address) => !people.includes(address));
    if (added.length > 0) onChange([...people, ...added]);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && typed === '') onChange(people.slice(0, -1));
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add();
  };
  return (
    <div className="flex flex-col gap-2">
      {people.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {people.map((address) => (
            <li
              key={address}
              className="inline-flex h-7 items-center gap-1 rounded-control border border-line bg-sunken pr-1 pl-2 text-caption"
            >
              {address}
              <button
                type="button"
                aria-label={`Remove ${address}`}
                onClick={() => onChange(people.filter((other) => other !== address))}
                className="inline-flex size-5 items-center justify-center rounded-tag text-ink-3 hover:bg-surface hover:text-ink"
              >
                <X aria-hidden className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Input
        type="email"
        value={typed}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKey}
        onBlur={() => {
          add();
          onBlur();
        }}
      />
    </div>
  );
}
