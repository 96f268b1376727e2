import { describe, expect, it } from 'vitest';
import { testDocument } from '../testing-run.ts';
import { edgesOf, edit, noticesOf, refusalOf } from './testing-edit.ts';

const line = testDocument(
  [
    ['a', 'work'],
    ['b', 'work'],
    ['c', 'work'],
  ],
  [
    ['a', 'b'],
    ['b', 'c'],
  ],
);
const fork = testDocument(
  [
    ['a', 'work'],
    ['ask', 'pass', { ports: ['left', 'right'] }],
    ['l', 'work'],
    ['r', 'work'],
  ],
  [
    ['a', 'ask'],
    ['ask', 'l', 'left'],
    ['ask', 'r', 'right'],
  ],
);
const newStep = (kind: string, config: Record<string, unknown> = {}) => ({
  id: 'new',
  kind,
  name: 'New',
  config,
});

describe('adding a step', () => {
  it('on an edge goes on by its first port', () => {
    const at = { kind: 'edge', from: 'a', port: 'next', to: 'b' } as const;
    const step = newStep('pass', { ports: ['left', 'right'] });
    const document = edit(line, { kind: 'add_step', step, at });
    expect(edgesOf(document)).toEqual(['trigger next a', 'a next new', 'new left b', 'b next c']);
    expect(document.steps.map(({ id }) => id)).toEqual(['a', 'new', 'b', 'c']);
  });

  it('whose settings are still empty knows its ports where they do not depend on them', () => {
    const at = { kind: 'edge', from: 'a', port: 'next', to: 'b' } as const;
    const document = edit(line, { kind: 'add_step', step: newStep('approval'), at });
    expect(edgesOf(document)).toContain('new approved b');
  });

  it('that ends the path is refused in the middle and taken at the end', () => {
    const step = newStep('end');
    const middle = { kind: 'edge', from: 'a', port: 'next', to: 'b' } as const;
    expect(refusalOf(line, { kind: 'add_step', step, at: middle })).toMatch(/end of a path/);
    const end = { kind: 'port', from: 'c', port: 'next' } as const;
    expect(edgesOf(edit(line, { kind: 'add_step', step, at: end }))).toContain('c next new');
  });

  it('is refused where its place went meanwhile, or was taken', () => {
    const step = newStep('work');
    const gone = { kind: 'edge', from: 'a', port: 'next', to: 'c' } as const;
    expect(refusalOf(line, { kind: 'add_step', step, at: gone })).toMatch(/is gone/);
    const taken = { kind: 'port', from: 'a', port: 'next' } as const;
    expect(refusalOf(line, { kind: 'add_step', step, at: taken })).toMatch(/follows there/);
  });
});

describe('deleting steps', () => {
  it('leads the edge on past them, through several at once', () => {
    const document = edit(line, { kind: 'delete_steps', ids: ['a', 'b'] });
    expect(edgesOf(document)).toEqual(['trigger next c']);
  });

  it('heals by the first port and says nothing, though other arms lose their way in', () => {
    const document = edit(fork, { kind: 'delete_steps', ids: ['ask'] });
    expect(edgesOf(document)).toEqual(['trigger next a', 'a next l']);
    expect(noticesOf(fork, { kind: 'delete_steps', ids: ['ask'] })).toEqual([]);
  });

  it('leaves the way open and says so where it is ambiguous', () => {
    const ask = { kind: 'set_config', stepId: 'ask', path: ['ports'] } as const;
    const three = edit(fork, { ...ask, value: ['first', 'left', 'right'] });
    const remove = { kind: 'delete_steps', ids: ['ask'] } as const;
    expect(edgesOf(edit(three, remove))).toEqual(['trigger next a']);
    expect(noticesOf(three, remove)).toMatchObject([{ code: 'unhealed', stepId: 'a' }]);
  });

  it('does not lead on to what handles the failure', () => {
    const document = testDocument(
      [
        ['a', 'work'],
        ['b', 'work'],
        ['sorry', 'work'],
      ],
      [
        ['a', 'b'],
        ['b', 'sorry', 'failed'],
      ],
    );
    const left = edit(document, { kind: 'delete_steps', ids: ['b'] });
    expect(edgesOf(left)).toEqual(['trigger next a']);
  });

  it('draws no connection twice where one goes the healed way already', () => {
    const both = edit(line, { kind: 'connect', from: 'a', port: 'next', to: 'c', mode: 'add' });
    const left = edit(both, { kind: 'delete_steps', ids: ['b'] });
    expect(edgesOf(left)).toEqual(['trigger next a', 'a next c']);
  });

  it('never leads a step to itself', () => {
    const loop = testDocument(
      [
        ['a', 'work'],
        ['b', 'wait'],
      ],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    );
    const left = edit(loop, { kind: 'delete_steps', ids: ['b'] });
    expect(edgesOf(left)).toEqual(['trigger next a']);
  });

  it('takes their places and what they undo along', () => {
    const document = edit(
      line,
      { kind: 'move_steps', moves: [{ id: 'b', x: 10.4, y: -3 }] },
      { kind: 'set_compensation', stepId: 'a', compensateWith: 'b' },
    );
    expect(document.layout).toEqual({ b: { x: 10, y: -3 } });
    const left = edit(document, { kind: 'delete_steps', ids: ['b'] });
    expect(left).not.toHaveProperty('layout');
    expect(left.steps[0]).not.toHaveProperty('compensateWith');
  });
});

describe('moving a step onto an edge', () => {
  it('heals where it was and takes its other ways out along', () => {
    const document = edit(
      line,
      { kind: 'connect', from: 'b', port: 'failed', to: 'a' },
      { kind: 'splice_step', stepId: 'b', edge: { from: 'trigger', port: 'next', to: 'a' } },
    );
    expect(edgesOf(document).toSorted()).toEqual([
      'a next c',
      'b failed a',
      'b next a',
      'trigger next b',
    ]);
  });

  it('forgets where it was put by hand', () => {
    const moved = edit(line, { kind: 'move_steps', moves: [{ id: 'c', x: 900, y: 0 }] });
    const edge = { from: 'trigger', port: 'next', to: 'a' };
    expect(moved).toHaveProperty('layout');
    expect(edit(moved, { kind: 'splice_step', stepId: 'c', edge })).not.toHaveProperty('layout');
  });

  it('is refused beside itself', () => {
    const edge = { from: 'a', port: 'next', to: 'b' };
    expect(refusalOf(line, { kind: 'splice_step', stepId: 'b', edge })).toMatch(/already/);
  });
});

describe('connecting', () => {
  it('moves the port’s present connection, or adds a second on request', () => {
    const connect = { kind: 'connect', from: 'a', port: 'next', to: 'c' } as const;
    expect(edgesOf(edit(line, connect))).toEqual(['trigger next a', 'a next c', 'b next c']);
    expect(edgesOf(edit(line, { ...connect, mode: 'add' }))).toContain('a next b');
  });

  it('refuses what makes no sense', () => {
    const connect = { kind: 'connect', from: 'a', port: 'next', to: 'c' } as const;
    expect(refusalOf(line, { ...connect, to: 'a' })).toMatch(/itself/);
    expect(refusalOf(line, { ...connect, to: 'trigger' })).toMatch(/start/);
    expect(refusalOf(line, { ...connect, port: 'left' })).toMatch(/gone/);
  });
});

describe('changing settings', () => {
  const arms = testDocument(
    [
      ['p', 'parallel', { arms: ['x', 'y'] }],
      ['a', 'work'],
      ['b', 'work'],
    ],
    [
      ['p', 'a', 'x'],
      ['p', 'b', 'y'],
    ],
  );

  it('a way out that gets another id keeps what follows it', () => {
    const change = { kind: 'set_config', stepId: 'p', path: ['arms', '1'], value: 'z' } as const;
    expect(edgesOf(edit(arms, change))).toContain('p z b');
  });

  it('an arm that is taken out takes its connection along', () => {
    const document = edit(arms, { kind: 'set_config', stepId: 'p', path: ['arms', '1'] });
    expect(document.steps[0]?.config).toEqual({ arms: ['x'] });
    expect(edgesOf(document)).toEqual(['trigger next p', 'p x a']);
  });

  it('connections outlive settings that are half typed, and are spoken of', () => {
    const change = { kind: 'set_config', stepId: 'p', path: ['arms'], value: [] } as const;
    expect(edgesOf(edit(arms, change))).toContain('p y b');
    expect(noticesOf(arms, change).map(({ code }) => code)).toEqual([
      'dangling_edge',
      'dangling_edge',
    ]);
  });

  it('keeps text that every database can hold, and nothing called __proto__', () => {
    const value = JSON.parse('{"t\\u0000":"a\\u0000b\\ud800","__proto__":{"x":1}}') as unknown;
    const document = edit(line, { kind: 'set_config', stepId: 'a', path: ['text'], value });
    expect(JSON.stringify(document.steps[0]?.config)).toBe('{"text":{"t":"ab\ufffd"}}');
    expect(
      refusalOf(line, { kind: 'set_config', stepId: 'a', path: ['__proto__', 'x'], value: 1 }),
    ).toMatch(/gone/);
  });

  it('that say the same already change nothing', () => {
    const change = { kind: 'set_config', stepId: 'p', path: [], value: { arms: ['x', 'y'] } };
    expect(edit(arms, { ...change, kind: 'set_config' } as const)).toBe(arms);
  });
});
