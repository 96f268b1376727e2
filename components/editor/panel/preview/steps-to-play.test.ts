import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { stepsToPlay } from './steps-to-play.ts';

type Said = readonly [id: string, text: string];

/** Steps that post a text each, one after another, and edges back besides. */
function chain(steps: readonly Said[], back: readonly (readonly [string, string])[] = []) {
  const ids = ['trigger', ...steps.map(([id]) => id)];
  return documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Test',
    trigger: { kind: 'manual', config: {} },
    steps: steps.map(([id, text]) => ({
      id,
      kind: 'slack_message',
      name: id,
      config: { channel: '#a', text },
    })),
    edges: [
      ...steps.map(([to], index) => ({ from: ids[index], to, port: 'next' })),
      ...back.map(([from, to]) => ({ from, to, port: 'next' })),
    ],
  });
}

const played = (document: ReturnType<typeof chain>, stepId: string): string[] =>
  stepsToPlay(document, stepId).map(({ id }) => id);

describe('the steps that a preview needs', () => {
  it('are those that are read, each after what it reads itself', () => {
    const document = chain([
      ['a', 'plain'],
      ['b', '{{ steps.a.output.ts }}'],
      ['c', 'plain'],
      ['d', '{{ steps.b.output.ts }} {{ steps["a"].output.ts }}'],
    ]);
    expect(played(document, 'd')).toEqual(['a', 'b']);
    expect(played(document, 'c')).toEqual([]);
  });

  it('are none that come later, and come to an end in a loop', () => {
    const ring = chain(
      [
        ['a', '{{ steps.b.output.ts }} {{ steps.a.output.ts }}'],
        ['b', '{{ steps.a.output.ts }}'],
      ],
      [['b', 'a']],
    );
    expect(played(ring, 'a')).toEqual(['b']);
    const line = chain([
      ['a', '{{ steps.b.output.ts }} {{ steps.gone.output.ts }}'],
      ['b', 'plain'],
    ]);
    expect(played(line, 'a')).toEqual([]);
  });
});
