import { describe, expect, it } from 'vitest';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { placeOfAdded, placeOfRemoved } from './describe-places.ts';

const approve = { id: 'approve', kind: 'approval', name: 'Sam approves', config: {} };
const tell = { id: 'tell', kind: 'slack_message', name: 'Tell the team', config: {} };
const remind = { id: 'remind', kind: 'slack_message', name: 'Remind Sam', config: {} };

const documentOf = (steps: object[], edges: object[]): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Follow-up',
    trigger: { kind: 'manual' },
    steps,
    edges,
  });

describe('where a step came or went', () => {
  it('is told by what leads to it and what follows', () => {
    const document = documentOf(
      [approve, tell, remind],
      [
        { from: 'trigger', to: 'approve' },
        { from: 'approve', port: 'expired', to: 'remind' },
        { from: 'remind', to: 'tell' },
      ],
    );
    expect(placeOfAdded(document, 'remind')).toBe(
      'After “Sam approves” (Expired), before “Tell the team”.',
    );
    expect(placeOfAdded(document, 'tell')).toBe('After “Remind Sam”, before the end.');
    expect(placeOfAdded(documentOf([tell], []), 'tell')).toBe(
      'Nothing leads to it yet; it is before the end.',
    );
  });

  it('says where the ways to a removed step lead now', () => {
    const before = documentOf(
      [approve, tell],
      [
        { from: 'trigger', to: 'approve' },
        { from: 'approve', port: 'rejected', to: 'tell' },
      ],
    );
    const without = documentOf([approve], [{ from: 'trigger', to: 'approve' }]);
    expect(placeOfRemoved(before, without, 'tell')).toBe(
      '“Sam approves” (Rejected) now leads straight to the end.',
    );
    const healed = documentOf([tell], [{ from: 'trigger', to: 'tell' }]);
    expect(placeOfRemoved(before, healed, 'approve')).toBe(
      'The start now leads to “Tell the team”.',
    );
    expect(placeOfRemoved(before, documentOf([], []), 'tell')).toBe('');
  });
});
