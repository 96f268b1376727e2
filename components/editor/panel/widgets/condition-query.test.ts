import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATORS } from '#server/engine/compare-values.ts';
import { type Condition, conditionSchema } from '#server/engine/condition.ts';
import { operatorTakes } from '#server/steps/operator-words.ts';
import { documentSchema } from '#server/engine/document.ts';
import { conditionToQuery, queryToCondition } from './condition-query.ts';
import { unfinishedCondition } from './unfinished-condition.ts';
import { valueSuggestions } from './value-suggestions.ts';

const one = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean());

const comparison: fc.Arbitrary<Condition> = fc
  .record({
    left: fc.constantFrom('contact.email', 'trigger.plan', 'steps.score.output.value'),
    operator: fc.constantFrom(...OPERATORS),
  })
  .chain(({ left, operator }): fc.Arbitrary<Condition> => {
    const takes = operatorTakes(operator);
    if (takes === 'nothing') return fc.constant({ left, operator });
    const right = takes === 'list' ? fc.array(one, { maxLength: 4 }) : one;
    return right.map((value) => ({ left, operator, right: value }));
  });

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    comparison,
    fc.array(tie('condition'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { maxLength: 3 }).map((any) => ({ any })),
  ),
}));

describe('a condition in the builder', () => {
  it('comes back as it was, a single comparison as a group of one', () => {
    fc.assert(
      fc.property(condition, (drawn) => {
        const back = queryToCondition(conditionToQuery(drawn));
        const grouped = 'all' in drawn || 'any' in drawn ? drawn : { all: [drawn] };
        expect(back).toEqual(grouped);
        expect(conditionSchema.safeParse(back).success).toBe(true);
      }),
    );
  });

  it('takes a list from what was typed with commas', () => {
    const query = {
      combinator: 'and',
      rules: [{ field: 'contact.country', operator: 'in', value: 'DE, AT ,, CH' }],
    };
    expect(queryToCondition(query)).toEqual({
      all: [{ left: 'contact.country', operator: 'in', right: ['DE', 'AT', 'CH'] }],
    });
  });

  it('starts empty where the settings hold no condition', () => {
    expect(conditionToQuery('nonsense')).toMatchObject({ combinator: 'and', rules: [] });
  });

  it('keeps a comparison that is not settled yet, so that it can be', () => {
    const open = { all: [{ left: '', operator: 'equals', right: '' }] };
    expect(queryToCondition(conditionToQuery(open))).toEqual(open);
    const untouched = { combinator: 'and', rules: [{ field: '~', operator: '~', value: '' }] };
    expect(queryToCondition(untouched)).toEqual(open);
  });

  it('has parts that stay the same ones while a value is typed, so that the keyboard stays there', () => {
    const typed = (right: string) =>
      conditionToQuery({
        all: [
          { left: 'contact.plan', operator: 'equals', right },
          { any: [{ left: 'contact.age', operator: 'less', right: 3 }] },
        ],
      });
    const idsOf = ({ id, rules }: ReturnType<typeof conditionToQuery>): unknown[] => [
      id,
      ...rules.flatMap((rule) => ('rules' in rule ? idsOf(rule) : [rule.id])),
    ];
    expect(idsOf(typed('p'))).toEqual(idsOf(typed('pro')));
    expect(new Set(idsOf(typed('p'))).size).toBe(4);
    expect(idsOf(typed('p'))).not.toContain(undefined);
  });

  it('says what is still open in it', () => {
    const to = (right: unknown) => ({ left: 'contact.plan', operator: 'equals', right });
    expect(unfinishedCondition({ all: [] })).toMatch('always');
    expect(unfinishedCondition({ any: [] })).toMatch('never');
    expect(unfinishedCondition({ all: [to('pro')] })).toBeNull();
    expect(unfinishedCondition({ all: [to('pro'), { any: [to('')] }] })).toMatch('One condition');
    expect(unfinishedCondition({ all: [to(''), to(undefined)] })).toMatch('2 conditions');
    expect(unfinishedCondition({ all: [{ left: 'contact.plan', operator: 'is_set' }] })).toBeNull();
  });
});

describe('what a comparison is likely to be with', () => {
  const document = documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Test',
    trigger: { kind: 'manual', config: {} },
    steps: [
      {
        id: 'plan',
        kind: 'branch',
        name: 'Plan',
        config: { cases: [{ port: 'pro', name: 'On Pro', when: { all: [] } }] },
      },
      { id: 'ask', kind: 'approval', name: 'Ask', config: {} },
    ],
    edges: [],
  });
  const valuesOf = (path: string, sample?: unknown) =>
    valueSuggestions(path, document, sample).map(({ value }) => value);

  it('comes from the step that it looks at, and from the sample', () => {
    expect(valuesOf('steps.plan.output.case')).toEqual(['pro', 'else']);
    expect(valuesOf('steps.ask.output.decision', 'approved')).toEqual(['approved', 'rejected']);
    expect(valuesOf('contact.country', 'DE')).toEqual(['DE']);
    expect(valuesOf('contact.decision')).toEqual([]);
    expect(valuesOf('steps.ask.output.toString')).toEqual([]);
    expect(valuesOf('contact.tags', ['a'])).toEqual([]);
  });
});
