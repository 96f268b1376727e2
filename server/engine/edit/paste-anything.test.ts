import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIDDLE, into, other, paste, source } from '#server/testing/paste-scene.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { documentSchema } from '../document.ts';
import { randomDocument } from '../random-document.ts';
import { testingCatalogue } from '../testing-catalogue.ts';
import { copyFragment } from './copy-fragment.ts';
import { exportDocument } from './export-document.ts';
import { createHistory, recordChange } from './history.ts';
import { pasteFragment } from './paste-fragment.ts';

describe('whatever the clipboard holds', () => {
  const messageOf = (text: string) => {
    const pasted = pasteFragment(text, into(other));
    return pasted.ok ? null : pasted.message;
  };

  it.each([
    ['', 'no copied steps'],
    ['hello', 'no copied steps'],
    ['[1]', 'no copied steps'],
    [exportDocument(source), 'import it instead'],
    ['{"format":"holdfast/fragment@1","steps":[]}', 'copy them again'],
    [
      copyFragment(source, ['draft']).replace('"id": "draft"', '"id": "trigger"'),
      'copy them again',
    ],
    [copyFragment(source, ['draft']).replace('steps.draft', 'a\\u0000'), 'copy them again'],
    [copyFragment(source, MIDDLE).replaceAll('"send"', '"draft"'), 'copy them again'],
    ['"'.padEnd(2_000_000, 'x'), 'too much'],
  ])('text %# is answered with a sentence', (text, words) => {
    expect(messageOf(text)).toContain(words);
  });

  it('is never thrown at, and what fits makes a sound document', () => {
    const valid = copyFragment(source, MIDDLE, ['note_1']);
    const mangled = fc
      .tuple(
        fc.nat({ max: valid.length }),
        fc.nat({ max: 12 }),
        fc.string({ unit: 'binary', maxLength: 4 }),
      )
      .map(([at, cut, put]) => valid.slice(0, at) + put + valid.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), mangled), (text) => {
        const pasted = pasteFragment(text, into(other));
        if (!pasted.ok) {
          expect(pasted.message).toMatch(/\.$/);
          return;
        }
        const history = createHistory(other, []);
        const recorded = recordChange(history, pasted.change, stepCatalogue);
        if (!recorded.ok) {
          expect(recorded.message).toMatch(/\.$/);
          return;
        }
        expect(documentSchema.safeParse(recorded.history.document).success).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('a whole automation pasted into itself is there twice, edge for edge', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        let state = seed >>> 0;
        const roll = (below: number) => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return Math.floor((state / 2 ** 32) * below);
        };
        const document = randomDocument({ roll });
        const all = document.steps.map(({ id }) => id);
        const target = into(document, { catalogue: testingCatalogue });
        const pasted = paste(copyFragment(document, all), target);
        expect(pasted.ids.filter((id) => all.includes(id))).toEqual([]);
        const names = new Map(all.map((id, index) => [id, pasted.ids[index] ?? '']));
        const copies = document.edges
          .filter(({ from }) => from !== 'trigger')
          .map((edge) => ({ ...edge, from: names.get(edge.from), to: names.get(edge.to) }));
        expect(pasted.document.edges).toEqual([...document.edges, ...copies]);
      }),
      { numRuns: 60 },
    );
  });
});
