'use client';

import { useMemo } from 'react';
import {
  type Classnames,
  type ControlElementsProp,
  type FullField,
  QueryBuilder,
} from 'react-querybuilder';
import { useDocument } from '#components/editor/editor-context.tsx';
import { readDataPath } from '#server/engine/data-path.ts';
import { OPERATORS } from '#server/engine/compare-values.ts';
import { dataOf } from '#server/simulate/sample-data.ts';
import { OPERATOR_WORDS } from '#server/steps/operator-words.ts';
import { useSampleSimulation } from '../preview/sample-context.tsx';
import { useVariables } from '../use-variables.ts';
import {
  AddGroup,
  AddRule,
  ConditionContext,
  FieldPicker,
  Picker,
  RemovePart,
  RightSide,
} from './condition-parts.tsx';
import { conditionToQuery, queryToCondition } from './condition-query.ts';
import { unfinishedCondition } from './unfinished-condition.ts';
import { valueSuggestions } from './value-suggestions.ts';

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
  onBlur,
}: {
  label: string;
  value: unknown;
  stepId: string;
  onChange: (condition: unknown) => void;
  onBlur: () => void;
}) {
  const document = useDocument();
  const variables = useVariables(stepId);
  const data = dataOf(useSampleSimulation(stepId));
  const query = useMemo(() => conditionToQuery(value), [value]);
  const fields = useMemo(
    () => variables.map(({ path, label: words }) => ({ name: path, value: path, label: words })),
    [variables],
  );
  const open = unfinishedCondition(value);
  const help = {
    variables,
    suggest: (path: string) => valueSuggestions(path, document, readDataPath(data, path)),
    onBlur,
  };
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-2 text-body">
      <ConditionContext value={help}>
        <QueryBuilder
          query={query}
          fields={fields}
          operators={OPERATOR_OPTIONS}
          combinators={COMBINATORS}
          autoSelectField={false}
          autoSelectOperator={false}
          addRuleToNewGroups
          // A path that is not in the list keeps its comparison.
          resetOnFieldChange={false}
          controlElements={CONTROLS}
          controlClassnames={CLASSES}
          onQueryChange={(next) => {
            const condition = queryToCondition(next);
            if (JSON.stringify(condition) !== JSON.stringify(queryToCondition(query)))
              onChange(condition);
          }}
        />
      </ConditionContext>
      {open !== null && <p className="text-caption text-held">{open}</p>}
    </fieldset>
  );
}

const CLASSES: Partial<Classnames> = {
  ruleGroup: 'flex flex-col gap-2',
  header: 'flex flex-wrap items-center gap-1.5',
  body: 'flex flex-col gap-2.5 border-l-2 border-line pl-2.5 empty:hidden',
  // The value to look at with its bin, and below it how and with what.
  rule: 'grid grid-cols-[auto_1fr_auto] items-center gap-1.5 [&>button:last-child]:col-start-3 [&>button:last-child]:row-start-1',
};

const CONTROLS: ControlElementsProp<FullField, string> = {
  fieldSelector: FieldPicker,
  operatorSelector: Picker,
  combinatorSelector: Picker,
  valueEditor: RightSide,
  addRuleAction: AddRule,
  addGroupAction: AddGroup,
  removeRuleAction: RemovePart,
  removeGroupAction: RemovePart,
};
