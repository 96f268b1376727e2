import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { randomDocument, type Dice } from '../random-document.ts';
import { testingCatalogue } from '../testing-catalogue.ts';
import { testDocument } from '../testing-run.ts';
import { exportDocument } from './export-document.ts';
import { createHistory, recordChange } from './history.ts';
import { importDocument, type Imported } from './import-document.ts';
import { randomChange } from './random-change.ts';
import { scanJson } from './scan-json.ts';

const read = (text: string): Imported => importDocument(text, testingCatalogue);
const codesOf = (text: string): string[] => read(text).problems.map(({ code }) => code);
const messagesOf = (text: string): string[] => read(text).problems.map(({ message }) => message);

const base = {
  format: 'holdfast/automation@1',
  name: 'Demo',
  trigger: { kind: 'manual' },
  steps: [{ id: 'a', kind: 'work', name: 'A' }],
  edges: [{ from: 'trigger', to: 'a' }],
};
const withStep = (step: object) =>
  JSON.stringify({ ...base, steps: [{ id: 'a', kind: 'work', name: 'A', ...step }] });
const withEdges = (...edges: object[]) => JSON.stringify({ ...base, edges });

function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return {
    roll: (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    },
  };
}

/** A document with all that edits can do to one. */
function edited(seed: number) {
  const dice = diceOf(seed);
  let history = createHistory(randomDocument(dice), []);
  for (let count = 0; count < 25; count += 1) {
    const recorded = recordChange(history, randomChange(dice, history), testingCatalogue);
    if (recorded.ok) history = recorded.history;
  }
  return history.document;
}

describe('export and import', () => {
  it('export, import and export again are equal byte for byte', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = exportDocument(edited(seed));
        const imported = read(text);
        expect(imported.ok ? [] : imported.problems).toEqual([]);
        if (imported.ok) expect(exportDocument(imported.document)).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('is the same file in whatever order the database kept the fields', () => {
    const document = testDocument([['a', 'work', { text: 'x', lane: 'io', '10': 1, '9': 2 }]], []);
    const shuffled = JSON.parse(canonicalJson(document)) as typeof document;
    expect(exportDocument(shuffled)).toBe(exportDocument(document));
    expect(exportDocument(document)).toMatch(/^\{\n {2}"format": .*\}\n$/s);
  });

  it('keeps awkward names as they are', () => {
    for (const name of [
      '__proto__',
      'toString',
      'say "hi"',
      'a.b',
      '🦊',
      'שלום',
      '{{ x }}',
      '\\',
    ]) {
      const imported = read(
        withStep({ name, config: { toString: name, 'a.b': { constructor: 1 } } }),
      );
      expect(imported).toMatchObject({ ok: true, document: { steps: [{ name }] } });
      if (!imported.ok) continue;
      expect(Object.keys(imported.document.steps[0]?.config ?? {})).toEqual(['toString', 'a.b']);
    }
  });
});

describe('what is no automation', () => {
  it('is refused with a word', () => {
    expect(codesOf('')).toEqual(['empty_file']);
    expect(codesOf('[]')).toEqual(['unknown_format']);
    expect(codesOf('null')).toEqual(['unknown_format']);
    expect(codesOf('{"format":"n8n"}')).toEqual(['unknown_format']);
    expect(codesOf('{"format":"holdfast/fragment@1"}')).toEqual(['is_fragment']);
    expect(codesOf(`"${'é'.repeat(600_000)}"`)).toEqual(['too_large']);
    expect(codesOf('['.repeat(200_000))).toEqual(['too_deep']);
    expect(codesOf(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)).toEqual(['too_deep']);
  });

  it('names the line and column where it stops being JSON', () => {
    expect(messagesOf('{\n  "format": \'x\'\n}')).toEqual([
      'Line 2, column 13: A value is missing or cannot be read here.',
    ]);
    expect(messagesOf('{\n"a": 1,\n}')).toEqual([
      'Line 3, column 1: Put the name of the field in "quotes".',
    ]);
    expect(messagesOf('{"a": "b')).toEqual([
      'Line 1, column 7: The closing quote of a text is missing.',
    ]);
    expect(messagesOf('{} {}')[0]).toMatch(/^Line 1, column 4: /);
  });

  it('finds a field that stands twice, however it is spelt', () => {
    const text = JSON.stringify(base).replace('"name":"Demo"', '"name":"Demo","n\\u0061me":"B"');
    expect(messagesOf(text)).toEqual([
      expect.stringMatching(/^Line 1, column \d+: The field "name" stands here twice\.$/),
    ]);
  });
});

describe('a document that does not hold together', () => {
  it.each([
    [
      'ids that stand twice',
      JSON.stringify({ ...base, steps: [...base.steps, ...base.steps] }),
      'duplicate_step_id',
    ],
    ['an edge to nowhere', withEdges({ from: 'a', to: 'gone' }), 'edge_to_nowhere'],
    ['an edge from nowhere', withEdges({ from: 'gone', to: 'a' }), 'edge_to_nowhere'],
    ['an edge to the trigger', withEdges({ from: 'a', to: 'trigger' }), 'invalid_document'],
    ['an unknown step to undo one', withStep({ compensateWith: 'gone' }), 'unknown_compensation'],
    ['an empty name', withStep({ name: ' ' }), 'invalid_document'],
    ['a name of 500 characters', withStep({ name: 'x'.repeat(500) }), 'invalid_document'],
    ['an id called __proto__', withStep({ id: '__proto__' }), 'invalid_document'],
    ['an unknown field', withStep({ secret: 'x' }), 'invalid_document'],
    ['half a surrogate pair', withStep({ name: 'x\ud800' }), 'unstorable'],
    ['NUL in a field’s name', withStep({ config: { 'a\u0000': 1 } }), 'unstorable'],
    [
      'a field called __proto__',
      withStep({}).replace('"name":"A"', '"name":"A","config":{"__proto__":1}'),
      'unstorable',
    ],
    [
      'a number beyond all bounds',
      withStep({}).replace('"name":"A"', '"name":"A","config":{"n":1e999}'),
      'unstorable',
    ],
  ])('%s: is refused', (_what, text, code) => {
    expect(codesOf(text)).toEqual([code]);
    expect(read(text).ok).toBe(false);
  });

  it('says at which step, and which field', () => {
    expect(read(withStep({ name: 'x'.repeat(500) })).problems).toEqual([
      {
        severity: 'error',
        code: 'invalid_document',
        stepId: 'a',
        field: 'steps.0.name',
        message: 'In "steps.0.name": Use at most 200 characters.',
      },
    ]);
  });

  it.each([
    ['unknown kinds', withStep({ kind: 'toString' }), 'unknown_kind'],
    ['steps that lead to themselves', withEdges({ from: 'a', to: 'a' }), 'self_loop'],
    ['ports that are not there', withEdges({ from: 'a', port: 'left', to: 'a' }), 'unknown_port'],
  ])('%s: are taken, and spoken of', (_what, text, code) => {
    expect(codesOf(text)).toContain(code);
    expect(read(text).ok).toBe(true);
  });

  it('with circles is taken as it is', () => {
    expect(codesOf(withEdges({ from: 'a', port: 'failed', to: 'a' }))).toEqual(['self_loop']);
  });
});

describe('whatever text', () => {
  const valid = exportDocument(edited(7));
  const mangled = fc
    .tuple(
      fc.nat({ max: valid.length }),
      fc.nat({ max: 40 }),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc.constantFrom(
          '{',
          '[',
          '"',
          '__proto__',
          '\\u0000',
          '\\ud800',
          '1e999',
          'null',
          '-1',
          '\ud800',
        ),
      ),
    )
    .map(([at, cut, put]) => valid.slice(0, at) + put + valid.slice(at + cut));
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    mangled,
    fc.anything({ withNullPrototype: true }).map((value) => {
      try {
        return JSON.stringify({ ...base, steps: value, settings: value }) ?? '';
      } catch {
        return '';
      }
    }),
    fc.jsonValue().map((value) => JSON.stringify({ ...base, steps: [value], notes: [value] })),
  );

  it('is read or refused with sentences, never thrown at', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const imported = read(text);
        for (const { message } of imported.problems) expect(message).toMatch(/[.!?]$/);
        if (!imported.ok) expect(imported.problems.length).toBeGreaterThan(0);
        else expect(read(exportDocument(imported.document)).ok).toBe(true);
      }),
      { numRuns: 2000 },
    );
  }, 60_000);

  it('is JSON here exactly where the language takes it', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const malformed = scanJson(text).some(({ code }) => code === 'malformed_json');
        const parses = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        expect(malformed).toBe(!parses);
      }),
      { numRuns: 3000 },
    );
  }, 60_000);
});
