import { describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { dataOf } from '#server/simulate/sample-data.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { approvalRequest } from './approval-request.ts';
import { madeUpSample } from './made-up-sample.ts';
import { sampleSimulation } from './sample-simulation.ts';
import type { Sample } from './sample-store.ts';

const NOW = Date.parse('2026-10-23T13:20:00Z');
const next = (from: string, to: string, port = 'next') => ({ from, to, port });
const DRAFT = documentSchema.parse({
  format: 'holdfast/automation@1',
  name: 'Test',
  settings: { timezone: 'Europe/Berlin' },
  trigger: { kind: 'webhook', config: { contact: { email: '$.email' } } },
  steps: [
    {
      id: 'draft',
      kind: 'ai_generate',
      name: 'Draft',
      config: { connection: 'model', prompt: 'Write to {{ contact.name }}', maxCost: 0.05 },
    },
    {
      id: 'ask',
      kind: 'approval',
      name: 'Ask',
      config: {
        content: '{{ steps.draft.output.text }}',
        assignees: ['sam@example.com'],
        channel: 'slack',
        target: '#demo',
        deadline: { after: 'PT24H', then: 'port:expired' },
      },
    },
    {
      id: 'reply',
      kind: 'wait_signal',
      name: 'Reply',
      config: {
        signal: 'order.paid',
        correlation: '{{ contact.id }}',
        deadline: { after: 'P3D', then: 'stop' },
      },
    },
    {
      id: 'tell',
      kind: 'slack_message',
      name: 'Tell',
      config: {
        channel: '#sales',
        text: '{{ steps.ask.output.decision }}: {{ steps.reply.output.order.total }}',
      },
    },
  ],
  edges: [
    next('trigger', 'draft'),
    next('draft', 'ask'),
    next('ask', 'reply', 'approved'),
    next('reply', 'tell', 'received'),
  ],
});

const MAYA = madeUpSample(DRAFT.trigger, { email: 'maya@example.org' });
const at = (stepId: string, sample: Sample = MAYA) =>
  sampleSimulation({ document: DRAFT, stepId, sample, now: NOW });
const read = (template: string, stepId: string, sample?: Sample) =>
  renderTemplate(template, dataOf(at(stepId, sample)));
const step = (id: string) => DRAFT.steps.find((one) => one.id === id)!;

describe('what a text is shown with', () => {
  it('is the sample’s contact and payload, and what the steps before would put out', () => {
    expect(read('{{ contact.email }} {{ trigger.email }}', 'draft')).toEqual({
      ok: true,
      text: 'maya@example.org maya@example.org',
    });
    expect(read('{{ steps.draft.output.text }}', 'ask')).toMatchObject({ ok: true });
    expect(read(String(step('tell').config['text']), 'tell')).toEqual({
      ok: true,
      text: 'approved: sample total',
    });
  });

  it('has nothing of steps that come later', () => {
    const early = { ...step('draft').config, prompt: '{{ steps.ask.output.decision }}' };
    const steps = DRAFT.steps.map((one) => (one.id === 'draft' ? { ...one, config: early } : one));
    const document = { ...DRAFT, steps };
    const { outputs } = sampleSimulation({ document, stepId: 'draft', sample: MAYA, now: NOW });
    expect([...outputs.keys()]).toEqual([]);
  });

  it('is worked out for the steps that are referred to only, and those behind them', () => {
    expect([...at('tell').outputs.keys()]).toEqual(['draft', 'ask', 'reply']);
    expect([...at('ask').outputs.keys()]).toEqual(['draft']);
    expect([...at('draft').outputs.keys()]).toEqual([]);
  });

  it('is what a past run’s steps did put out, where it came by them', () => {
    const outputs = new Map([['draft', { text: 'Dear Maya' }]]);
    const past: Sample = { ...MAYA, kind: 'run', id: 'run_1', outputs };
    expect(read('{{ steps.draft.output.text }}', 'ask', past)).toEqual({
      ok: true,
      text: 'Dear Maya',
    });
    expect(read('{{ steps.ask.output.decision }}', 'tell', past)).toMatchObject({ ok: true });
  });
});

describe('the question that an approval asks', () => {
  it('is the exact text with its buttons, until when and what then', () => {
    const request = approvalRequest(step('ask'), at('ask'));
    if (request?.ok !== true) throw new Error('It can be asked');
    expect(request).toMatchObject({ to: '#demo', deadlineAt: NOW + 86_400_000 });
    const blocks = JSON.stringify(request.message.blocks);
    expect(blocks).toContain('the run goes on by “expired”');
    expect(blocks).toContain('"Approve"');
    expect(request.content).toContain('Hello Maya Lindner');
  });

  it('says what is missing where the text cannot be made, and nothing while it is unfinished', () => {
    const broken = {
      ...step('ask'),
      config: { ...step('ask').config, content: '{{ trigger.x }}' },
    };
    expect(approvalRequest(broken, at('ask'))).toMatchObject({ ok: false });
    expect(approvalRequest({ ...broken, config: {} }, at('ask'))).toBeNull();
  });
});
