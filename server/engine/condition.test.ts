import { describe, expect, it } from 'vitest';
import type { Condition } from './condition.ts';
import { OPERATORS } from './compare-values.ts';
import { conditionPaths, conditionSchema, evaluateCondition } from './condition.ts';
import { parseDataPath, readDataPath } from './data-path.ts';
import type { DataScope } from './definition.ts';

const data: DataScope = {
  trigger: {
    items: [{ name: 'Mug' }],
    'first name': 'Maya',
    count: '5',
    paid: true,
    tags: ['vip', 3],
  },
  contact: { email: 'maya@example.com', score: 42, empty: '', none: null },
  steps: new Map([
    ['score', { output: { value: 7, at: '2027-01-02' } }],
    ['constructor', { output: 1 }],
  ]),
  run: { id: 'run_1', startedAt: '2027-01-01T00:00:00Z', isTest: false },
};

const is = (left: string, operator: (typeof OPERATORS)[number], right?: unknown) =>
  evaluateCondition(
    { left, operator, ...(right === undefined ? {} : { right }) } as Condition,
    data,
  );

describe('data paths', () => {
  it('lead through objects, lists and steps', () => {
    expect(readDataPath(data, 'steps.score.output.value')).toBe(7);
    expect(readDataPath(data, 'trigger.items[0].name')).toBe('Mug');
    expect(readDataPath(data, 'trigger["first name"]')).toBe('Maya');
    expect(readDataPath(data, "$.trigger['first name']")).toBe('Maya');
    expect(readDataPath(data, 'steps.constructor.output')).toBe(1);
  });

  it('follow own properties only', () => {
    for (const path of [
      'contact.constructor',
      'contact.__proto__',
      'trigger.items.map',
      'trigger.items[9]',
      'steps.toString.output',
      'contact.email.length.x',
    ]) {
      expect(readDataPath(data, path), path).toBeUndefined();
    }
  });

  it('that are none are told apart', () => {
    for (const path of ['', ' ', '$', 'a..b', '.a', 'a.', 'a[', 'a[x]', 'a b', 'a.[0]', 'a]']) {
      expect(parseDataPath(path), path).toBeNull();
    }
  });
});

describe('conditions', () => {
  it('compare numbers, also those that came as text', () => {
    expect(is('trigger.count', 'equals', 5)).toBe(true);
    expect(is('trigger.count', 'equals', '5')).toBe(true);
    expect(is('contact.score', 'greater', 41)).toBe(true);
    expect(is('contact.score', 'greater', '100')).toBe(false);
    expect(is('contact.score', 'at_least', 42)).toBe(true);
    expect(is('contact.score', 'at_most', 41.9)).toBe(false);
    expect(is('contact.score', 'less', 43)).toBe(true);
    expect(is('contact.email', 'equals', 0)).toBe(false);
  });

  it('compare text, dates, yes and no, and lists', () => {
    expect(is('contact.email', 'contains', '@example')).toBe(true);
    expect(is('contact.email', 'starts_with', 'maya')).toBe(true);
    expect(is('contact.email', 'in', ['sam@example.com', 'maya@example.com'])).toBe(true);
    expect(is('trigger.tags', 'contains', 'vip')).toBe(true);
    expect(is('trigger.tags', 'contains', 'vi')).toBe(false);
    expect(is('trigger.paid', 'equals', true)).toBe(true);
    expect(is('trigger.paid', 'equals', 'true')).toBe(true);
    expect(is('steps.score.output.at', 'less', '2027-01-10')).toBe(true);
    expect(is('contact.email', 'not_equals', 'x')).toBe(true);
  });

  it('are false for what is missing, whatever the operator, and never throw', () => {
    for (const left of [
      'contact.none',
      'contact.empty',
      'contact.gone',
      'nonsense..path',
      'steps.gone.output.x',
    ]) {
      for (const operator of OPERATORS) {
        for (const right of [undefined, '', 0, 'x', [''], []]) {
          expect(is(left, operator, right), `${left} ${operator}`).toBe(operator === 'is_not_set');
        }
      }
    }
  });

  it('group with all and any, to any depth', () => {
    const yes: Condition = { left: 'contact.score', operator: 'is_set' };
    const no: Condition = { left: 'contact.gone', operator: 'is_set' };
    expect(evaluateCondition({ all: [yes, { any: [no, yes] }] }, data)).toBe(true);
    expect(evaluateCondition({ all: [yes, { any: [no, no] }] }, data)).toBe(false);
    expect(evaluateCondition({ all: [] }, data)).toBe(true);
    expect(evaluateCondition({ any: [] }, data)).toBe(false);
    expect(conditionPaths({ all: [yes, { any: [no] }] })).toEqual([
      'contact.score',
      'contact.gone',
    ]);
  });

  it('parse strictly', () => {
    expect(
      conditionSchema.safeParse({ any: [{ left: 'a', operator: 'equals', right: 1 }] }).success,
    ).toBe(true);
    expect(conditionSchema.safeParse({ left: 'a', operator: 'like', right: 1 }).success).toBe(
      false,
    );
    expect(conditionSchema.safeParse({ left: 'a', operator: 'equals', right: {} }).success).toBe(
      false,
    );
    expect(conditionSchema.safeParse({ all: [], any: [] }).success).toBe(false);
  });
});
