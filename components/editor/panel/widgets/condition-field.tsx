'use client';

import { ListPlus, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import {
  type ActionProps,
  type Classnames,
  type ControlElementsProp,
  type FullField,
  QueryBuilder,
  toFlatOptionArray,
  type ValueEditorProps,
  type VersatileSelectorProps,
} from 'react-querybuilder';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Input } from '#components/ui/input.tsx';
import { OPERATORS } from '#server/engine/compare-values.ts';
import { OPERATOR_WORDS, operatorTakes } from '#server/steps/operator-words.ts';
import { useVariables } from '../use-variables.ts';
import { CONTROL_CLASSES } from '#components/ui/control-classes.ts';
import { conditionToQuery, queryToCondition } from './condition-query.ts';

const OPERATOR_OPTIONS = OPERATORS.map((name) => ({
  name,
  value: name,
  label: OPERATOR_WORDS[name],
}));

const COMBINATORS = [
  { name: 'and', value: 'and', label: 'All of these' },
  { name: 'or', value: 'or', label: 'Any of these' },
];

/** A condition without code: what to look at, how, and with what; groups of all or any, to any depth. */
export function ConditionField({
  label,
  value,
  stepId,
  onChange,
}: {
  label: string;
  value: unknown;
  stepId: string;
  onChange: (condition: unknown) => void;
}) {
  const variables = useVariables(stepId);
  const query = useMemo(() => conditionToQuery(value), [value]);
  const fields = useMemo(
    () => variables.map(({ path, label: words }) => ({ name: path, value: path, label: words })),
    [variables],
  );
  return (
    <fieldset aria-label={label} className="min-w-0 text-body">
      <QueryBuilder
        query={query}
        fields={fields}
        operators={OPERATOR_OPTIONS}
        combinators={COMBINATORS}
        autoSelectField={false}
        autoSelectOperator={false}
        addRuleToNewGroups
        controlElements={CONTROLS}
        controlClassnames={CLASSES}
        onQueryChange={(next) => {
          const condition = queryToCondition(next);
          if (JSON.stringify(condition) !== JSON.stringify(queryToCondition(query)))
            onChange(condition);
        }}
      />
    </fieldset>
  );
}

const CLASSES: Partial<Classnames> = {
  ruleGroup: 'flex flex-col gap-2',
  header: 'flex flex-wrap items-center gap-1.5',
  body: 'flex flex-col gap-2 border-l-2 border-line pl-2.5',
  rule: 'flex flex-wrap items-center gap-1.5',
};

/** A value to look at: chosen from what is known here, or typed where it is not. */
function FieldPicker({ value, handleOnChange, options, title }: VersatileSelectorProps) {
  const flat = toFlatOptionArray(options);
  const known = flat.some((option) => option.value === value);
  return (
    <select
      aria-label={title ?? 'What to look at'}
      value={value ?? ''}
      onChange={(event) => handleOnChange(event.target.value)}
      className={`${CONTROL_CLASSES} h-8 min-w-0 flex-1 max-md:h-11`}
    >
      {!known && <option value={value ?? ''}>{value || 'Choose a value'}</option>}
      {flat.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function Picker({ value, handleOnChange, options, title }: VersatileSelectorProps) {
  const flat = toFlatOptionArray(options);
  return (
    <select
      aria-label={title ?? 'How'}
      value={value ?? ''}
      onChange={(event) => handleOnChange(event.target.value)}
      className={`${CONTROL_CLASSES} h-8 w-auto max-md:h-11`}
    >
      {flat.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function RightSide({ value, handleOnChange, operator }: ValueEditorProps) {
  const takes = operatorTakes(operator as (typeof OPERATORS)[number]);
  if (takes === 'nothing') return null;
  return (
    <Input
      // The field's own id and note belong to the whole condition.
      id={undefined}
      aria-label="Compare with"
      value={Array.isArray(value) ? value.join(', ') : String(value ?? '')}
      placeholder={takes === 'list' ? 'DE, AT, CH' : 'A value'}
      onChange={(event) => handleOnChange(event.target.value)}
      className="min-w-24 flex-1"
    />
  );
}

function AddRule({ handleOnClick }: ActionProps) {
  return (
    <Button size="compact" onClick={(event) => handleOnClick(event)}>
      <Plus aria-hidden />
      Condition
    </Button>
  );
}

function AddGroup({ handleOnClick }: ActionProps) {
  return (
    <Button size="compact" variant="quiet" onClick={(event) => handleOnClick(event)}>
      <ListPlus aria-hidden />
      Group
    </Button>
  );
}

function Remove({ handleOnClick }: ActionProps) {
  return (
    <IconButton label="Remove" size="compact" onClick={(event) => handleOnClick(event)}>
      <Trash2 aria-hidden />
    </IconButton>
  );
}

const CONTROLS: ControlElementsProp<FullField, string> = {
  fieldSelector: FieldPicker,
  operatorSelector: Picker,
  combinatorSelector: Picker,
  valueEditor: RightSide,
  addRuleAction: AddRule,
  addGroupAction: AddGroup,
  removeRuleAction: Remove,
  removeGroupAction: Remove,
};
