import { describe, expect, it } from 'vitest';
import { documentSchema, type AutomationDocument } from './document.ts';
import { compareDocuments, countChanges } from './compare-documents.ts';

const document = (patch: object = {}): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Demo follow-up',
    trigger: { kind: 'webhook', config: {} },
    steps: [
      {
        id: 'approve',
        kind: 'approval',
        name: 'Sam approves',
        config: { deadline: { after: 'PT24H', port: 'expired' } },
      },
      {
        id: 'tell',
        kind: 'slack_message',
        name: 'Tell the team',
        config: { channel: '#demo-team' },
      },
    ],
    edges: [
      { from: 'trigger', to: 'approve' },
      { from: 'approve', port: 'rejected', to: 'tell' },
    ],
    ...patch,
  });

describe('what publishing changes', () => {
  it('finds nothing between a document and itself, wherever its cards stand', () => {
    const moved = document({ layout: { approve: { x: 10, y: 20 } } });
    expect(countChanges(compareDocuments(document(), moved))).toBe(0);
  });

  it('names the field of a changed step, before and after', () => {
    const after = document({
      steps: [
        {
          id: 'approve',
          kind: 'approval',
          name: 'Sam approves',
          config: { deadline: { after: 'PT48H', port: 'expired' } },
        },
        {
          id: 'tell',
          kind: 'slack_message',
          name: 'Tell the team',
          config: { channel: '#demo-team' },
        },
      ],
    });
    expect(compareDocuments(document(), after).steps).toMatchObject([
      { kind: 'changed', fields: [{ field: 'deadline.after', before: 'PT24H', after: 'PT48H' }] },
    ]);
  });

  it('tells an added step and a removed one apart by id, not by name', () => {
    const after = document({
      steps: [
        {
          id: 'approve',
          kind: 'approval',
          name: 'Sam approves',
          config: { deadline: { after: 'PT24H', port: 'expired' } },
        },
        {
          id: 'remind',
          kind: 'slack_message',
          name: 'Tell the team',
          config: { channel: '#demo-team' },
        },
      ],
      edges: [
        { from: 'trigger', to: 'approve' },
        { from: 'approve', port: 'rejected', to: 'remind' },
      ],
    });
    const changes = compareDocuments(document(), after);
    expect(changes.steps.map((change) => [change.kind, change.step.id])).toEqual([
      ['added', 'remind'],
      ['removed', 'tell'],
    ]);
  });

  it('says where a port leads now, and that it led elsewhere', () => {
    const after = document({ edges: [{ from: 'trigger', to: 'approve' }] });
    expect(compareDocuments(document(), after).links).toEqual([
      {
        stepId: 'approve',
        from: 'Sam approves',
        port: 'rejected',
        before: 'Tell the team',
        after: null,
      },
    ]);
  });

  const remind = {
    id: 'remind',
    kind: 'slack_message',
    name: 'Remind Sam',
    config: { channel: '#demo-team' },
  };

  it('counts a step put into a path as one change, and its removal too', () => {
    const before = document();
    const after = document({
      steps: [...before.steps, remind],
      edges: [
        { from: 'trigger', to: 'approve' },
        { from: 'approve', port: 'rejected', to: 'remind' },
        { from: 'remind', to: 'tell' },
      ],
    });
    expect(countChanges(compareDocuments(before, after))).toBe(1);
    expect(countChanges(compareDocuments(after, before))).toBe(1);
  });

  it('still says that a path no longer leads where it led when the new step goes elsewhere', () => {
    const before = document();
    const after = document({
      steps: [...before.steps, remind],
      edges: [
        { from: 'trigger', to: 'approve' },
        { from: 'approve', port: 'rejected', to: 'remind' },
      ],
    });
    expect(compareDocuments(before, after).links).toMatchObject([
      { from: 'Sam approves', port: 'rejected', before: 'Tell the team', after: 'Remind Sam' },
    ]);
  });

  it('reports limits and the trigger as settings', () => {
    const after = document({ settings: { maxAgeDays: 30 } });
    expect(compareDocuments(document(), after).settings).toEqual([
      { field: 'maxAgeDays', before: '90', after: '30' },
    ]);
  });
});
