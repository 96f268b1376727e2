import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldProblems } from './field-problems.ts';
import { emptyConfig, stepForms } from './forms.ts';

/** The words of a parser, or of a programmer. */
const TECHNICAL =
  /expected|received|invalid|too (small|big)|unrecognized|nan\b|undefined|\[object|regex|pattern/i;

const anyValue = fc.oneof(
  fc.anything({ maxDepth: 2 }),
  fc.constantFrom(
    null,
    '',
    ' ',
    -1,
    0.5,
    1e9,
    Number.NaN,
    [],
    {},
    [{}],
    [null],
    'x'.repeat(250_000),
  ),
);

describe('what a form says about what was entered', () => {
  it.each([...stepForms.keys()])(
    '%s: says in plain words what to do, whatever is wrong',
    (kind) => {
      const names = (stepForms.get(kind)?.fields ?? []).map(({ name }) => name);
      fc.assert(
        fc.property(fc.constantFrom(...names), anyValue, (name, value) => {
          for (const { path, message } of fieldProblems(kind, {
            ...emptyConfig(kind),
            [name]: value,
          })) {
            expect(message, path).not.toMatch(TECHNICAL);
            expect(message).toMatch(/^[A-Z“"].*[.!?]$/su);
            expect(message.length).toBeLessThan(200);
          }
        }),
        { numRuns: 300 },
      );
      for (const value of [{}, null, 'text', { ...emptyConfig(kind), colour: 'red' }]) {
        for (const { message } of fieldProblems(kind, value))
          expect(message).not.toMatch(TECHNICAL);
      }
    },
  );

  it('says it at the field, also deep inside', () => {
    const cases = [{ port: 'a', name: '', when: { all: [{ left: '', operator: 'is_set' }] } }];
    expect(fieldProblems('branch', { cases })).toEqual([
      { path: 'cases.0.name', message: 'Give it a name.' },
      { path: 'cases.0.when.all.0.left', message: 'Choose what to look at.' },
    ]);
    expect(fieldProblems('approval', { ...emptyConfig('approval'), content: 'x' })).toEqual([
      { path: 'assignees', message: 'Say who may approve.' },
    ]);
    expect(fieldProblems('update_contact', { fields: { email: 'x' } })).toEqual([
      { path: 'fields.email', message: 'This field cannot be changed by an automation.' },
    ]);
    expect(fieldProblems('split', { arms: [{ port: 'a', name: 'A', percent: 'half' }] })).toEqual(
      expect.arrayContaining([{ path: 'arms.0.percent', message: 'Write a number.' }]),
    );
  });
});
