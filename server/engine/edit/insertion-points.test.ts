import { describe, expect, it } from 'vitest';
import { testingCatalogue } from '../testing-catalogue.ts';
import { testDocument } from '../testing-run.ts';
import { connectTargets } from './connect-targets.ts';
import { healDelete } from './heal-delete.ts';
import { insertionKey, insertionPoints } from './insertion-points.ts';
import { readingOrder } from './reading-order.ts';
import { neighbour, nextStep, previousStep, selectAll } from './walk-selection.ts';
import { wouldLoop } from './would-loop.ts';

const catalogue = testingCatalogue;
const arms = testDocument(
  [
    ['meet', 'join'],
    ['loose', 'work'],
    ['second', 'work'],
    ['first', 'work'],
    ['p', 'parallel', { arms: ['x', 'y', 'z'] }],
    ['last', 'end'],
  ],
  [
    ['trigger', 'p'],
    // Drawn in another order than the arms stand in.
    ['p', 'second', 'y'],
    ['p', 'first', 'x'],
    ['first', 'meet'],
    ['second', 'meet'],
    ['meet', 'last'],
    ['second', 'p', 'failed'],
  ],
);

describe('insertion points', () => {
  it('stand on every edge and under every open port, the unconnected step’s too', () => {
    expect(insertionPoints(arms, catalogue).map(insertionKey)).toEqual([
      'trigger:next:p',
      'p:y:second',
      'p:x:first',
      'first:next:meet',
      'second:next:meet',
      'meet:next:last',
      'second:failed:p',
      'loose:next:',
      'p:z:',
    ]);
  });

  it('are under the trigger of an empty automation', () => {
    expect(insertionPoints(testDocument([], []), catalogue)).toEqual([
      { kind: 'port', from: 'trigger', port: 'next' },
    ]);
  });
});

describe('reading order', () => {
  it('is from top to bottom, arms in the order of their ports, what is loose last', () => {
    expect(readingOrder(arms, catalogue)).toEqual([
      'trigger',
      'p',
      'first',
      'second',
      'meet',
      'last',
      'loose',
    ]);
  });

  it('is walked card by card', () => {
    expect(nextStep(arms, 'second', catalogue)).toBe('meet');
    expect(nextStep(arms, 'loose', catalogue)).toBeNull();
    expect(previousStep(arms, 'p', catalogue)).toBe('trigger');
    expect(previousStep(arms, 'trigger', catalogue)).toBeNull();
    expect(selectAll(arms)).toHaveLength(6);
  });

  it('holds a loop that nothing leads into', () => {
    const loop = testDocument(
      [
        ['a', 'end'],
        ['b', 'work'],
        ['c', 'work'],
      ],
      [
        ['trigger', 'a'],
        ['b', 'c'],
        ['c', 'b'],
      ],
    );
    expect(readingOrder(loop, catalogue)).toEqual(['trigger', 'a', 'b', 'c']);
  });
});

describe('arrow keys', () => {
  const places = new Map([
    ['trigger', { x: 100, y: 0 }],
    ['p', { x: 100, y: 100 }],
    ['first', { x: 0, y: 200 }],
    ['second', { x: 200, y: 200 }],
    ['meet', { x: 100, y: 300 }],
    ['last', { x: 100, y: 400 }],
    ['loose', { x: 400, y: 0 }],
  ]);
  const from = (id: string, direction: Parameters<typeof neighbour>[2]) =>
    neighbour(arms, id, direction, { catalogue, places });

  it('go down the first way, and up to what comes before', () => {
    expect(from('p', 'down')).toBe('first');
    expect(from('last', 'down')).toBeNull();
    expect(from('second', 'up')).toBe('p');
    expect(from('p', 'up')).toBe('trigger');
    expect(from('loose', 'up')).toBeNull();
  });

  it('go sideways to the nearest card', () => {
    expect(from('first', 'right')).toBe('second');
    expect(from('second', 'left')).toBe('first');
    expect(from('first', 'left')).toBeNull();
  });
});

describe('connecting without a mouse', () => {
  it('offers every other step, and says which would make a loop', () => {
    expect(connectTargets(arms, 'first', 'next', catalogue)).toEqual([
      { stepId: 'p', name: 'p', loops: true, connected: false },
      { stepId: 'second', name: 'second', loops: true, connected: false },
      { stepId: 'meet', name: 'meet', loops: false, connected: true },
      { stepId: 'last', name: 'last', loops: false, connected: false },
      { stepId: 'loose', name: 'loose', loops: false, connected: false },
    ]);
    expect(wouldLoop(arms, { from: 'p', to: 'p' })).toBe(true);
  });
});

describe('what deleting would do', () => {
  it('is said before it is done', () => {
    expect(healDelete(arms, ['p', 'first'], catalogue)).toEqual({
      removed: [
        { from: 'trigger', port: 'next', to: 'p' },
        { from: 'p', port: 'y', to: 'second' },
        { from: 'p', port: 'x', to: 'first' },
        { from: 'first', port: 'next', to: 'meet' },
        { from: 'second', port: 'failed', to: 'p' },
      ],
      added: [
        { from: 'trigger', port: 'next', to: 'meet' },
        { from: 'second', port: 'failed', to: 'meet' },
      ],
      opened: [],
    });
  });
});
