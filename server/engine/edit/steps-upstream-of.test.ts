import { describe, expect, it } from 'vitest';
import type { AutomationDocument } from '../document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { stepsUpstreamOf } from './steps-upstream-of.ts';

const wait = (id: string) => ({ id, kind: 'wait_for', name: id, config: { duration: 'PT1H' } });
const edges: AutomationDocument['edges'] = [
  { from: 'trigger', to: 'par' },
  { from: 'par', port: 'arm_a', to: 'x' },
  { from: 'par', port: 'arm_b', to: 'y' },
  { from: 'x', to: 'join' },
  { from: 'y', to: 'join' },
  { from: 'join', to: 'after' },
];
const arms = [
  { port: 'arm_a', name: 'A' },
  { port: 'arm_b', name: 'B' },
];

function documentWith(mode: 'all' | 'any'): AutomationDocument {
  return {
    format: 'holdfast/automation@1',
    name: 'Arms',
    settings: { maxSteps: 100, maxAgeDays: 10, timezone: 'UTC' },
    trigger: { kind: 'manual', config: {} },
    steps: [
      { id: 'par', kind: 'parallel', name: 'par', config: { arms } },
      wait('x'),
      wait('y'),
      { id: 'join', kind: 'join', name: 'join', config: { mode } },
      wait('after'),
    ],
    edges,
  };
}

const isCertain = (document: AutomationDocument) =>
  stepsUpstreamOf(document, 'after', stepCatalogue).find(({ stepId }) => stepId === 'x')?.certain;

describe('the steps before a step', () => {
  it('are certain or not by the join as it is now, also where the very same edges stay', () => {
    expect(isCertain(documentWith('all'))).toBe(true);
    expect(isCertain(documentWith('any'))).toBe(false);
    expect(isCertain(documentWith('all'))).toBe(true);
  });

  it('are certain or not by the edges as they are now, also where the very same steps stay', () => {
    const document = documentWith('all');
    expect(isCertain(document)).toBe(true);
    const past = { ...document, edges: [...edges, { from: 'trigger' as const, to: 'after' }] };
    expect(isCertain(past)).toBe(false);
  });
});
