import { describe, expect, it } from 'vitest';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { NO_NAMES } from '#server/steps/value-words.ts';
import { compareDocuments, countChanges } from '#server/engine/compare-documents.ts';
import { describeChanges, tallyOf } from './describe-changes.ts';

const approve = { id: 'approve', kind: 'approval', name: 'Sam approves', config: {} };
const tell = { id: 'tell', kind: 'slack_message', name: 'Tell the team', config: {} };
const end = { id: 'end', kind: 'end', name: 'End', config: {} };

const documentOf = (steps: object[], edges: object[], more: object = {}): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Follow-up',
    trigger: { kind: 'manual' },
    steps,
    edges,
    ...more,
  });

const start = { from: 'trigger', to: 'approve' };

describe('the changes of a document', () => {
  it('are counted by kind, with where a new step stands', () => {
    const before = documentOf([approve, end], [start, { from: 'approve', port: 'x', to: 'end' }]);
    const after = documentOf(
      [approve, end, tell],
      [start, { from: 'approve', port: 'x', to: 'tell' }, { from: 'tell', to: 'end' }],
      { settings: { maxSteps: 50 } },
    );
    const changes = compareDocuments(before, after);
    expect([countChanges(changes), tallyOf(changes)]).toEqual([2, ['1 added', '1 other']]);
    expect(describeChanges(changes, NO_NAMES, { from: before, to: after }).steps).toMatchObject([
      { step: { kind: 'added' }, place: 'After “Sam approves” (x), before “End”.' },
    ]);
  });

  it('name a port that leads elsewhere by its label', () => {
    const before = documentOf(
      [approve, tell, end],
      [start, { from: 'approve', port: 'expired', to: 'tell' }],
    );
    const after = documentOf([approve, tell, end], [start]);
    const changes = compareDocuments(before, after);
    const led = { before: 'Tell the team', after: 'the end' };
    expect(describeChanges(changes, NO_NAMES, { from: before, to: after }).links).toMatchObject([
      { words: 'Expired · leads elsewhere', ...led },
    ]);
    expect(describeChanges(changes, NO_NAMES, null).links).toMatchObject([
      { words: 'expired · leads elsewhere', ...led },
    ]);
  });
});
