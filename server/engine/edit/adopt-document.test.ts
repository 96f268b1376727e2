import { describe, expect, it } from 'vitest';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { renameReferences } from '#server/templates/rename-references.ts';
import { documentSchema } from '../document.ts';
import { adoptDocument } from './adopt-document.ts';
import { createHistory, recordChange, undo } from './history.ts';
import { edgesOf } from './testing-edit.ts';

const steps = (...list: [id: string, kind: string, config?: object, more?: object][]) =>
  list.map(([id, kind, config = {}, more = {}]) => ({ id, kind, name: id, config, ...more }));
const documentWith = (parts: object) =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Demo',
    trigger: { kind: 'manual' },
    edges: [],
    ...parts,
  });

const here = documentWith({ steps: steps(['greet', 'send_email'], ['stop', 'end']) });
const into = {
  document: here,
  usedIds: new Set(['greet', 'stop', 'greet_2', 'gone']),
  catalogue: stepCatalogue,
  renameReferences,
};

describe('importing into an automation', () => {
  it('S7.3 its own export brings every step back under its id, and undo takes it away again', () => {
    const { change, renamed } = adoptDocument(here, into);
    expect(renamed.size).toBe(0);
    const history = createHistory(documentWith({ steps: [] }), into.usedIds);
    const recorded = recordChange(history, change, stepCatalogue);
    if (!recorded.ok) throw new Error(recorded.message);
    expect(recorded.history.document.steps.map(({ id }) => id)).toEqual(['greet', 'stop']);
    expect(undo(recorded.history).document).toBe(history.document);
  });

  it('a step of another kind gets an id of its own, and all that refers to it follows', () => {
    const imported = documentWith({
      steps: steps(
        ['greet', 'ai_generate', { connection: 'model', prompt: 'Hi', maxCost: 1 }],
        ['gone', 'slack_message', { channel: '#a', text: '{{ steps.greet.output.text }}' }],
        ['stop', 'end', {}, { compensateWith: 'greet' }],
      ),
      edges: [
        { from: 'trigger', to: 'greet' },
        { from: 'greet', to: 'gone' },
      ],
      layout: { greet: { x: 1, y: 2 } },
    });
    const { change, renamed } = adoptDocument(imported, into);
    expect([...renamed]).toEqual([['greet', 'greet_3']]);
    expect(change.document.steps).toMatchObject([
      { id: 'greet_3', name: 'greet' },
      { id: 'gone', config: { text: '{{ steps.greet_3.output.text }}' } },
      { id: 'stop', compensateWith: 'greet_3' },
    ]);
    expect(edgesOf(change.document)).toEqual(['trigger next greet_3', 'greet_3 next gone']);
    expect(change.document.layout).toEqual({ greet_3: { x: 1, y: 2 } });
  });
});
