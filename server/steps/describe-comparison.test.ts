import { describe, expect, it } from 'vitest';
import { compareDocuments } from '#server/engine/compare-documents.ts';
import { documentSchema, type AutomationDocument } from '#server/engine/document.ts';
import { describeSettings, describeSteps } from './describe-comparison.ts';

const documentOf = (
  config: object,
  more: { readonly name?: string; readonly settings?: object } = {},
): AutomationDocument =>
  documentSchema.parse({
    format: 'holdfast/automation@1',
    name: more.name ?? 'Follow-up',
    settings: more.settings ?? {},
    trigger: { kind: 'manual' },
    steps: [{ id: 'answer', kind: 'wait_signal', name: 'Maya replies', config }],
    edges: [{ from: 'trigger', to: 'answer' }],
  });

const waitFor = (after: string): object => ({
  signal: 'email.reply',
  correlation: '{{ trigger.key }}',
  deadline: { after, then: 'port:timed_out' },
});

describe('what differs between two versions, in words', () => {
  it('S7.1 names each setting as its form does, and lengths of time as people say them', () => {
    const changes = compareDocuments(documentOf(waitFor('P3D')), documentOf(waitFor('PT36H')));
    expect(describeSteps(changes)).toMatchObject([
      {
        kind: 'changed',
        sentenceBefore: expect.stringContaining('3 days'),
        sentence: expect.stringContaining('36 hours'),
        fields: [
          {
            field: 'deadline.after',
            label: expect.stringMatching(/: after$/),
            before: '3 days',
            after: '36 hours',
          },
        ],
      },
    ]);
  });

  it('says what was added and removed by the sentences on the cards', () => {
    const full = documentOf(waitFor('P3D'));
    const empty = { ...full, steps: [], edges: [] };
    expect(describeSteps(compareDocuments(empty, full))).toMatchObject([
      { kind: 'added', step: { id: 'answer' }, sentence: expect.stringContaining('3 days') },
    ]);
    expect(describeSteps(compareDocuments(full, empty))).toMatchObject([{ kind: 'removed' }]);
  });

  it('calls the automation’s own settings by their names', () => {
    const before = documentOf(waitFor('P3D'));
    const after = documentOf(waitFor('P3D'), { name: 'Nurture', settings: { maxSteps: 50 } });
    expect(describeSettings(compareDocuments(before, after))).toEqual([
      { field: 'name', label: 'Name', before: 'Follow-up', after: 'Nurture' },
      { field: 'maxSteps', label: 'Most steps of a run', before: '1000', after: '50' },
    ]);
  });

  it('calls people and connections by their names, and endings and zones in plain words', () => {
    const around = (then: unknown): object => ({
      ...waitFor('P3D'),
      deadline: { after: 'P3D', then },
    });
    const approval = (config: object): AutomationDocument => {
      const document = documentOf({});
      return documentSchema.parse({
        ...document,
        steps: [{ id: 'ok', kind: 'approval', name: 'Sam approves', config }],
      });
    };
    const names = {
      people: new Map([['priya@example.com', 'Priya Nair']]),
      connections: new Map([['slack', 'Brightwater Slack']]),
    };
    const fieldsOf = (before: object, after: object) =>
      describeSteps(compareDocuments(approval(before), approval(after)), names).flatMap((step) =>
        step.kind === 'changed' ? step.fields : [],
      );
    expect(
      fieldsOf(
        { ...around('port:expired'), assignees: ['sam@example.com'], connection: 'other' },
        {
          ...around({ escalate: { to: ['priya@example.com'], after: 'PT24H', then: 'stop' } }),
          assignees: ['sam@example.com', 'priya@example.com'],
          connection: 'slack',
        },
      ),
    ).toEqual([
      expect.objectContaining({
        field: 'deadline.then',
        before: 'go on by “Expired”',
        after: null,
      }),
      expect.objectContaining({
        field: 'assignees',
        before: 'sam@example.com',
        after: 'sam@example.com, Priya Nair',
      }),
      expect.objectContaining({ field: 'connection', before: 'other', after: 'Brightwater Slack' }),
      expect.objectContaining({ field: 'deadline.then.escalate.to', after: 'Priya Nair' }),
      expect.objectContaining({ field: 'deadline.then.escalate.after', after: '24 hours' }),
      expect.objectContaining({ field: 'deadline.then.escalate.then', after: 'stop the run' }),
    ]);
  });

  it('says each arm by its name and share', () => {
    const split = (percent: number): AutomationDocument => ({
      ...documentOf({}),
      steps: [
        {
          id: 'ab',
          kind: 'split',
          name: 'A or B',
          config: {
            arms: [
              { name: 'Short', port: 'a', percent },
              { name: 'Long', port: 'b', percent: 100 - percent },
            ],
          },
        },
      ],
    });
    expect(describeSteps(compareDocuments(split(50), split(30)))).toMatchObject([
      { fields: [{ before: 'Short 50 %\nLong 50 %', after: 'Short 30 %\nLong 70 %' }] },
    ]);
  });

  it('bears settings that fit no form, and kinds that nobody knows', () => {
    const before = documentOf({ 'a.b': 1, __proto__: { x: 1 } });
    const odd = { ...before, steps: before.steps.map((step) => ({ ...step, kind: 'toString' })) };
    expect(describeSteps(compareDocuments(before, odd))).toMatchObject([
      { kind: 'changed', sentence: 'toString', fields: [{ field: 'kind', label: 'Kind' }] },
    ]);
  });
});
