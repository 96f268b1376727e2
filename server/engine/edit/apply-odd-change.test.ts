import { describe, expect, it } from 'vitest';
import { testDocument } from '../testing-run.ts';
import { edit, refusalOf } from './testing-edit.ts';

const line = testDocument(
  [
    ['a', 'work'],
    ['b', 'work'],
  ],
  [['a', 'b']],
);

describe('a change that no document could hold', () => {
  it('is refused, whatever part of it the schema minds', () => {
    const note = { id: '', text: 'x', x: 0, y: 0 };
    expect(refusalOf(line, { kind: 'add_note', note })).toMatch(/^notes\.0\.id: /);
    const steps = Array.from({ length: 1000 }, (_, index) => ({
      id: `s${index}`,
      kind: 'work',
      name: 'New',
      config: {},
    }));
    const paste = { kind: 'paste', steps, edges: [], notes: [], places: [] } as const;
    expect(refusalOf(line, paste)).toMatch(/^steps: /);
    const moves = [{ id: 'a', x: Number.NaN, y: 0 }];
    expect(refusalOf(line, { kind: 'move_steps', moves })).toMatch(/cannot be kept/);
  });
});

describe('names', () => {
  it('may be awkward, but neither empty nor endless', () => {
    const rename = (name: string) => ({ kind: 'rename_step', stepId: 'a', name }) as const;
    for (const name of ['__proto__', 'toString', 'say "hi"', 'a.b', '🦊', 'שלום', '{{ x }}']) {
      expect(edit(line, rename(name)).steps[0]).toEqual({ ...line.steps[0], name });
    }
    expect(refusalOf(line, rename(' \u0000 '))).toBe('Give it a name.');
    expect(refusalOf(line, rename('x'.repeat(500)))).toMatch(/200 characters.*500/);
  });
});
