import { describe, expect, it } from 'vitest';
import { MIDDLE, into, other, paste, source } from '#server/testing/paste-scene.ts';
import { documentSchema } from '../document.ts';
import { copyFragment } from './copy-fragment.ts';
import { edgesOf } from './testing-edit.ts';

describe('copying and pasting within an automation', () => {
  const pasted = paste(copyFragment(source, MIDDLE, ['note_1']), into(source));
  const configOf = (id: string) => pasted.document.steps.find((step) => step.id === id)?.config;

  it('makes new steps with the edges between them, and touches nothing that was there', () => {
    expect(pasted.ids).toEqual(['draft_2', 'send_2', 'reply_2', 'which_2']);
    expect(edgesOf(pasted.document).slice(source.edges.length)).toEqual([
      'draft_2 next send_2',
      'send_2 sent reply_2',
      'reply_2 received which_2',
    ]);
    expect(pasted.document.steps.slice(0, source.steps.length)).toEqual(source.steps);
    expect(pasted.document.trigger).toEqual(source.trigger);
  });

  it('leads references among the copies to the copies, and others to where they led', () => {
    expect(configOf('send_2')).toMatchObject({
      subject: '{% comment %}steps.draft{% endcomment %}Hello steps.draft',
      body: '{{ steps.draft_2.output.text | default: "steps.draft" }}',
    });
    expect(configOf('reply_2')).toMatchObject({
      correlation: '{{ steps["send_2"].output.messageId }}',
    });
    expect(configOf('draft_2')).toMatchObject({
      prompt: 'Write to {{ contact.name }} of {{ steps.lookup.output.body.company }}',
    });
    expect(configOf('which_2')).toMatchObject({
      cases: [
        {
          name: 'steps.send',
          when: {
            all: [
              { left: 'steps.send_2.output.accepted', right: 'steps.send' },
              { any: [{ left: '$.steps["draft_2"].output.text' }] },
            ],
          },
        },
      ],
    });
    expect(pasted.document.steps.find(({ id }) => id === 'send_2')?.compensateWith).toBe('sorry');
    expect(pasted.unmapped).toEqual([]);
  });

  it('leads what undoes a step to its copy where that was copied as well', () => {
    const both = paste(copyFragment(source, ['send', 'sorry']), into(source));
    expect(both.document.steps.at(-2)).toMatchObject({ id: 'send_2', compensateWith: 'sorry_2' });
  });

  it('sets cards that were placed, and notes, a little beside', () => {
    expect(pasted.document.layout).toMatchObject({ draft_2: { x: 140, y: 140 } });
    expect(pasted.document.notes?.at(-1)).toEqual({
      id: 'note_2',
      text: 'steps.draft',
      x: 340,
      y: 150,
    });
  });

  it('once more makes yet other ids, even where the first copy was deleted', () => {
    const usedIds = new Set(pasted.document.steps.map(({ id }) => id));
    const again = paste(copyFragment(source, ['draft']), into(source, { usedIds }));
    expect(again.ids).toEqual(['draft_3']);
    const copyOfCopy = paste(copyFragment(pasted.document, ['draft_2']), into(pasted.document));
    expect(copyOfCopy.ids).toEqual(['draft_3']);
  });
});

describe('pasting into another automation', () => {
  it('says what could not come along', () => {
    const pasted = paste(
      copyFragment(source, MIDDLE),
      into(other, { connections: new Set(['model']), at: { x: 7, y: 9 } }),
    );
    expect(pasted.ids).toEqual(['draft', 'send_2', 'reply', 'which']);
    expect(pasted.unmapped).toEqual([
      {
        stepId: 'draft',
        field: 'prompt',
        message: 'Replace "steps.lookup": there is no such step here.',
      },
      {
        stepId: 'send_2',
        field: null,
        message: 'Choose what undoes this step: "sorry" is not here.',
      },
      {
        stepId: 'send_2',
        field: null,
        message: 'Choose another connection: this workspace has none called "mailbox".',
      },
    ]);
    expect(pasted.document.steps.find(({ id }) => id === 'send_2')).not.toHaveProperty(
      'compensateWith',
    );
    expect(pasted.document.layout).toEqual({ draft: { x: 7, y: 9 } });
  });

  it('never takes the trigger along, nor an edge from it', () => {
    const all = ['trigger', ...source.steps.map(({ id }) => id)];
    const text = copyFragment(source, all);
    expect(text).not.toContain('trigger');
    expect(text).not.toContain('eventId');
    const pasted = paste(text, into(other));
    expect(pasted.document.trigger).toEqual(other.trigger);
    expect(pasted.unmapped).toEqual([]);
  });

  it('a copy does not take the place of what it refers to', () => {
    const step = {
      id: 'draft_2',
      kind: 'slack_message',
      name: 'Say it',
      config: { channel: '#a', text: '{{ steps.draft.output.text }}' },
    };
    const document = documentSchema.parse({ ...source, steps: [...source.steps, step] });
    const pasted = paste(copyFragment(document, ['draft_2']), into(other));
    expect(pasted.ids).toEqual(['draft_2']);
    expect(pasted.unmapped).toMatchObject([{ field: 'text' }]);
  });

  it('leaves out what looks like a credential, and asks for it', () => {
    const headers = { Authorization: 'Bearer s3cret', 'X-Api-Key': 's3cret', Accept: 'a/b' };
    const document = {
      ...source,
      steps: source.steps.map((step) =>
        step.id === 'lookup' ? { ...step, config: { ...step.config, headers } } : step,
      ),
    };
    const text = copyFragment(document, ['lookup']);
    expect(text).not.toContain('s3cret');
    const pasted = paste(text, into(other));
    expect(pasted.unmapped.map(({ stepId, field }) => `${stepId} ${field}`)).toEqual([
      'lookup headers.Authorization',
      'lookup headers.X-Api-Key',
    ]);
    expect(pasted.document.steps.at(-1)?.config).toMatchObject({ headers: { Accept: 'a/b' } });
  });

  it('says which texts cannot be read, and of which kinds it knows nothing', () => {
    const document = documentSchema.parse({
      ...source,
      steps: [
        { id: 'x', kind: 'magic', name: 'X', config: { a: ['{{ steps.x.output }}', 'steps.x'] } },
        { id: 'y', kind: 'send_email', name: 'Y', config: { body: '{{ steps.x' } },
      ],
      edges: [],
    });
    const pasted = paste(
      copyFragment(document, ['x', 'y']),
      into(other, { usedIds: new Set(['x']) }),
    );
    expect(pasted.document.steps[1]?.config).toEqual({
      a: ['{{ steps.x_2.output }}', 'steps.x'],
    });
    expect(pasted.unmapped.map(({ stepId, field }) => `${stepId} ${field}`)).toEqual([
      'x_2 null',
      'y body',
    ]);
  });
});
