import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATORS } from '#server/engine/compare-values.ts';
import { type Condition, conditionSchema } from '#server/engine/condition.ts';
import { operatorTakes } from '#server/steps/operator-words.ts';
import { conditionToQuery, queryToCondition } from './condition-query.ts';

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
    expect(conditionToQuery('nonsense')).toEqual({ combinator: 'and', rules: [] });
  });
});
