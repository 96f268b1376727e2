import { describe, expect, it } from 'vitest';
import { readGraph } from '#components/graph/graph-model.ts';
import { demoDocument } from '#components/run/fixtures/demo-document.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { gallery } from '#server/gallery/gallery.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { outlineOf } from './outline.ts';

const outline = (document: AutomationDocument) =>
  outlineOf(readGraph(document, stepCatalogue, { impliedEnds: false }));
const lines = (document: AutomationDocument) =>
  outline(document).map(({ node, level, branch }) =>
    [`${'  '.repeat(level - 1)}${node.id}`, ...(branch === null ? [] : [branch])].join(' < '),
  );

const wait = (id: string) => ({
  id,
  kind: 'wait_for',
  name: id,
  config: { duration: 'PT1H' },
});
const split = (id: string) => ({
  id,
  kind: 'branch',
  name: id,
  config: {
    cases: [{ port: 'yes', name: 'Yes', when: { left: 'contact.email', operator: 'is_set' } }],
  },
});
const documentOf = (
  steps: AutomationDocument['steps'],
  edges: AutomationDocument['edges'],
): AutomationDocument => ({ ...demoDocument, steps, edges });

describe('the graph as a list', () => {
  it('puts each branch of the demo below the step that it leaves, with its name', () => {
    expect(lines(demoDocument)).toEqual([
      'trigger',
      'wait_weekday',
      'draft_email',
      'approve',
      '  send_email < Approved',
      '  crm_task',
      '  reply',
      '    end_answered < Received',
      '    end_nurture < Timed out',
      '  tell_team < Rejected',
      '  end_rejected',
      '  end_expired < Expired',
    ]);
  });

  it('goes on at the outer level where branches meet again', () => {
    const document = documentOf(
      [split('fork'), wait('a'), wait('b'), wait('after')],
      [
        { from: 'trigger', to: 'fork' },
        { from: 'fork', port: 'yes', to: 'a' },
        { from: 'fork', port: 'else', to: 'b' },
        { from: 'a', to: 'after' },
        { from: 'b', to: 'after' },
      ],
    );
    expect(lines(document)).toEqual(['trigger', 'fork', '  a < Yes', '  b < Otherwise', 'after']);
  });

  it('says a jump to a step that stands elsewhere, and none to the line below', () => {
    const document = documentOf(
      [wait('a'), split('again'), wait('b')],
      [
        { from: 'trigger', to: 'a' },
        { from: 'a', to: 'again' },
        { from: 'again', port: 'yes', to: 'a' },
        { from: 'again', port: 'else', to: 'b' },
      ],
    );
    const rows = outline(document);
    expect(rows.map(({ node }) => node.id)).toEqual(['trigger', 'a', 'again', 'b']);
    expect(rows[1]?.jumps).toEqual([]);
    expect(rows[2]?.jumps.map(({ to, back }) => ({ to, back }))).toContainEqual({
      to: 'a',
      back: true,
    });
  });

  it('has each step once, loose ones and whole loops without an entrance too', () => {
    const document = documentOf(
      [wait('a'), wait('loose'), wait('x'), wait('y')],
      [
        { from: 'trigger', to: 'a' },
        { from: 'x', to: 'y' },
        { from: 'y', to: 'x' },
      ],
    );
    expect(lines(document)).toEqual(['trigger', 'a', 'loose', 'x', 'y']);
  });

  it.each(gallery.map(({ title, document }) => [title, document('sam@example.com')] as const))(
    'has every step of "%s" exactly in one line',
    (_title, document) => {
      const ids = outline(document).map(({ node }) => node.id);
      expect(ids.toSorted()).toEqual(['trigger', ...document.steps.map(({ id }) => id)].toSorted());
    },
  );
});
