import { describe, expect, it } from 'vitest';
import { type AutomationDocument, documentSchema } from '#server/engine/document.ts';
import { cardExtras } from './card-extras.ts';

const document = (channel: string, ...more: string[]): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Demo',
    trigger: { kind: 'webhook' },
    steps: [
      { id: 'wait', kind: 'wait_until', name: 'Wait' },
      { id: 'tell', kind: 'slack_message', name: 'Tell', config: { channel } },
      ...more.map((id) => ({ id, kind: 'end', name: id })),
    ],
    edges: [],
  });

const problem = {
  severity: 'error' as const,
  code: 'missing_setting',
  stepId: 'tell',
  field: 'channel',
  message: 'Choose a Slack channel',
};

describe('the cards of an automation', () => {
  it('count who stands on them, by what is waited for', () => {
    const extras = cardExtras({ headCounts: { wait: 212 }, problems: [] }, document('#a'), null);
    expect(extras.get('wait')?.heads).toMatchObject({
      count: 212,
      status: { word: 'Waiting for a time' },
    });
    expect(extras.get('tell')?.heads).toBeUndefined();
  });

  it('tell new and changed steps of the draft, and what to mend', () => {
    const extras = cardExtras({ headCounts: {}, problems: [problem] }, document('', 'done'), {
      live: document('#a'),
    });
    expect(extras.get('tell')).toEqual({ tag: 'Changed', problem: 'Choose a Slack channel' });
    expect(extras.get('done')).toEqual({ tag: 'New' });
    expect(extras.get('wait')).toEqual({});
  });

  it('show no problem of the draft on a published version', () => {
    const extras = cardExtras({ headCounts: {}, problems: [problem] }, document('#a'), null);
    expect(extras.get('tell')).toEqual({});
  });
});
