'use client';

import { Plus, Trash2 } from 'lucide-react';
import { createContext, useContext, useId, useState } from 'react';
import {
  type ActionProps,
  toFlatOptionArray,
  type ValueEditorProps,
  type VersatileSelectorProps,
} from 'react-querybuilder';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CONTROL_CLASSES } from '#components/ui/control-classes.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Input } from '#components/ui/input.tsx';
import type { Variable } from '#server/engine/edit/variables-at.ts';
import { OPERATORS } from '#server/engine/compare-values.ts';
import { operatorTakes } from '#server/steps/operator-words.ts';
import { wordsOfPath } from '../liquid/chip-words.ts';
import type { ValueSuggestion } from './value-suggestions.ts';

/** What the parts of one condition know of their surroundings. */
export interface ConditionHelp {
  readonly variables: readonly Variable[];
  readonly suggest: (path: string) => readonly ValueSuggestion[];
  readonly onBlur: () => void;
}

export const ConditionContext = createContext<ConditionHelp>({
  variables: [],
  suggest: () => [],
  onBlur: () => undefined,
});

const OTHER = '\u0000other';

/** It takes the place of the list that somebody was just in. */
const takeKeyboard = (input: HTMLInputElement | null): void => input?.focus();

/** What to look at: chosen from what is known here, or written as a path. */
export function FieldPicker({ value, handleOnChange, title }: VersatileSelectorProps) {
  const { variables, onBlur } = useContext(ConditionContext);
  const [writes, setWrites] = useState(false);
  const path = value === '~' ? '' : String(value ?? '');
  if (writes) {
    return (
      <Input
        id={undefined}
        ref={takeKeyboard}
        aria-label="Path of the value, such as contact.plan"
        value={path}
        placeholder="contact.plan"
        aria-invalid={undefined}
        onChange={(event) => handleOnChange(event.target.value)}
        onBlur={() => {
          if (path !== '') setWrites(false);
          onBlur();
        }}
        className="col-span-2 min-w-0"
      />
    );
  }
  const groups = [...Map.groupBy(variables, ({ label }) => label.split(': ')[0] ?? label)];
  const isKnown = path === '' || variables.some((variable) => variable.path === path);
  return (
    <select
      aria-label={title ?? 'What to look at'}
      aria-invalid={path === '' ? true : undefined}
      value={path}
      onChange={(event) => {
        if (event.target.value === OTHER) setWrites(true);
        else handleOnChange(event.target.value);
      }}
      className={cn(CONTROL_CLASSES, 'col-span-2 h-8 min-w-0 px-1.5 max-md:h-11')}
    >
      {path === '' && <option value="">Choose what to look at</option>}
      {!isKnown && <option value={path}>{wordsOfPath(path, variables)}</option>}
      {groups.map(([group, members]) => (
        <optgroup key={group} label={group}>
          {members.map((variable) => (
            <option key={variable.path} value={variable.path}>
              {variable.label.replaceAll('_', ' ')}
            </option>
          ))}
        </optgroup>
      ))}
      <option value={OTHER}>Another field…</option>
    </select>
  );
}

export function Picker({ value, handleOnChange, options, title }: VersatileSelectorProps) {
  return (
    <select
      aria-label={title ?? 'How'}
      value={value ?? ''}
      onChange={(event) => handleOnChange(event.target.value)}
      className={cn(CONTROL_CLASSES, 'h-8 w-auto px-1.5 max-md:h-11')}
    >
      {toFlatOptionArray(options).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** What to compare with, with values that are likely. A list is typed with commas. */
export function RightSide({ field, value, handleOnChange, operator }: ValueEditorProps) {
  const { suggest, onBlur } = useContext(ConditionContext);
  const [typed, setTyped] = useState<string | null>(null);
  const list = useId();
  const takes = operatorTakes(OPERATORS.find((known) => known === operator) ?? 'equals');
  if (takes === 'nothing') return null;
  const suggestions = suggest(field);
  return (
    <>
      <Input
        // The field's own id and note belong to the whole condition.
        id={undefined}
        aria-label="Compare with"
        aria-describedby={undefined}
        aria-invalid={undefined}
        value={typed ?? (Array.isArray(value) ? value.join(', ') : String(value ?? ''))}
        placeholder={takes === 'list' ? 'DE, AT, CH' : 'A value'}
        list={suggestions.length === 0 ? undefined : list}
        onChange={(event) => {
          setTyped(event.target.value);
          handleOnChange(event.target.value);
        }}
        onBlur={() => {
          setTyped(null);
          onBlur();
        }}
        className="col-span-2 min-w-0"
      />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion.value} value={suggestion.value}>
            {suggestion.label}
          </option>
        ))}
      </datalist>
    </>
  );
}

export function AddRule({ handleOnClick }: ActionProps) {
  return (
    <Button size="compact" onClick={(event) => handleOnClick(event)}>
      <Plus aria-hidden />
      Condition
    </Button>
  );
}

export function AddGroup({ handleOnClick }: ActionProps) {
  return (
    <Button size="compact" variant="quiet" onClick={(event) => handleOnClick(event)}>
      Group
    </Button>
  );
}

export function RemovePart({ handleOnClick }: ActionProps) {
  return (
    <IconButton
      label="Remove this condition"
      size="compact"
      onClick={(event) => handleOnClick(event)}
    >
      <Trash2 aria-hidden />
    </IconButton>
  );
}
