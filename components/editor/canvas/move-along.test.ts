import { describe, expect, it } from 'vitest';
import { demoDocument } from '#components/run/fixtures/demo-document.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { applyChange } from '#server/engine/edit/apply-change.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { moveAlong } from './move-along.ts';

const wait = (id: string) => ({ id, kind: 'wait_for', name: id, config: { duration: 'PT1H' } });
const chain: AutomationDocument = {
  ...demoDocument,
  steps: [wait('a'), wait('b'), wait('c'), { id: 'end', kind: 'end', name: 'End', config: {} }],
  edges: [
    { from: 'trigger', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'end' },
  ],
};

function moved(stepId: string, direction: 'up' | 'down'): string[] | null {
  const change = moveAlong(chain, stepId, direction, stepCatalogue);
  if (change === null) return null;
  const edited = applyChange(chain, change, { catalogue: stepCatalogue, usedIds: new Set() });
  if (!edited.ok) throw new Error(edited.message);
  const order: string[] = [];
  for (let at: string | undefined = 'trigger'; at !== undefined; ) {
    const from: string = at;
    at = edited.document.edges.find((edge) => edge.from === from)?.to;
    if (at !== undefined) order.push(at);
  }
  return order;
}

describe('moving a step along its path', () => {
  it('up changes places with the step before', () => {
    expect(moved('b', 'up')).toEqual(['b', 'a', 'c', 'end']);
    expect(moved('c', 'up')).toEqual(['a', 'c', 'b', 'end']);
  });

  it('down changes places with the step after', () => {
    expect(moved('a', 'down')).toEqual(['b', 'a', 'c', 'end']);
  });

  it('is not offered above the first step, below the last, or for an end', () => {
    expect(moved('a', 'up')).toBeNull();
    expect(moved('c', 'down')).toBeNull();
    expect(moved('end', 'up')).toBeNull();
    expect(moved('end', 'down')).toBeNull();
  });
});
