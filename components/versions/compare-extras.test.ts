import { describe, expect, it } from 'vitest';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { compareExtras } from './compare-extras.ts';

const step = (id: string, duration = 'P1D'): object => ({
  id,
  kind: 'wait_for',
  name: id,
  config: { duration },
});

const documentOf = (steps: object[], edges: [string, string][]): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Follow-up',
    trigger: { kind: 'manual' },
    steps,
    edges: edges.map(([from, to]) => ({ from, to })),
  });

describe('two versions beside each other', () => {
  it('mark what went, what came and what differs, and leave the rest plain', () => {
    const from = documentOf(
      [step('same'), step('longer'), step('gone')],
      [
        ['trigger', 'same'],
        ['same', 'longer'],
        ['longer', 'gone'],
      ],
    );
    const to = documentOf(
      [step('same'), step('longer', 'P9D'), step('fresh')],
      [
        ['trigger', 'same'],
        ['same', 'longer'],
        ['longer', 'fresh'],
      ],
    );
    const extras = compareExtras(from, to);
    expect([...extras.from]).toEqual([
      ['longer', { tag: 'Changed' }],
      ['gone', { tag: 'Removed' }],
    ]);
    expect([...extras.to]).toEqual([
      ['longer', { tag: 'Changed' }],
      ['fresh', { tag: 'New' }],
    ]);
  });

  it('mark a step of which only a way on leads elsewhere', () => {
    const steps = [step('a'), step('b'), step('c')];
    const from = documentOf(steps, [
      ['trigger', 'a'],
      ['a', 'b'],
    ]);
    const to = documentOf(steps, [
      ['trigger', 'a'],
      ['a', 'c'],
    ]);
    expect([...compareExtras(from, to).to]).toEqual([['a', { tag: 'Changed' }]]);
  });
});
