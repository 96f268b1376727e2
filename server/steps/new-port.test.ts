import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newPort } from './new-port.ts';

describe('the id of a new port', () => {
  it('follows from its name and is never taken', () => {
    expect(newPort([], 'On the Pro plan')).toBe('on_the_pro_plan');
    expect(newPort(['yes'], 'Yes')).toBe('yes_2');
    expect(newPort([], 'else')).toBe('else_2');
    expect(newPort([], '3 days')).toBe('days');
    expect(newPort(['path'], 'שלום')).toBe('path_2');
  });

  it('is a port whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (name, taken) => {
        const port = newPort([...taken, newPort(taken, name)], name);
        expect(port).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
        expect(taken).not.toContain(port);
      }),
    );
  });
});
