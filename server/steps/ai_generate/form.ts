import { onlyConnection } from '../choose-connection.ts';
import type { FormOf } from '../form.ts';
import type { aiGenerate } from './definition.ts';

export const aiGenerateForm: FormOf<typeof aiGenerate> = {
  kind: 'ai_generate',
  intro:
    'Lets a model write a text for later steps. Ask somebody to approve it before it reaches a customer.',
  fields: {
    prompt: {
      label: 'What to write',
      help: 'Say for whom, in which tone and how long. Name what is known about the contact.',
      placeholder:
        'Write a short, friendly email to {{ contact.name | default: "a customer" }} about …',
      group: 'basic',
      required: true,
      widget: { kind: 'liquid', lines: 'many', holds: 'prompt' },
    },
    system: {
      label: 'House rules',
      help: 'What holds for every text: tone, words to avoid, how to sign.',
      group: 'basic',
      required: false,
      widget: { kind: 'liquid', lines: 'many', holds: 'prompt' },
    },
    connection: {
      label: 'Model service',
      group: 'basic',
      required: true,
      widget: { kind: 'connection', of: 'model' },
    },
    maxCost: {
      label: 'Most that one text may cost',
      help: 'In the workspace’s currency. It is set aside before the call.',
      group: 'advanced',
      required: true,
      widget: { kind: 'number', min: 0.001, max: 1000, step: 0.01, whole: false },
    },
    maxOutputTokens: {
      label: 'Longest text',
      help: 'A token is about three quarters of a word.',
      group: 'advanced',
      required: false,
      widget: { kind: 'number', min: 1, max: 100_000, step: 100, whole: true, unit: 'tokens' },
    },
    model: {
      label: 'Another model',
      help: 'Left empty, the connection’s own.',
      group: 'advanced',
      required: false,
      widget: { kind: 'text' },
    },
  },
  empty: (around) => ({
    connection: onlyConnection(around, 'model', 'model'),
    prompt: '',
    maxCost: 0.05,
    maxOutputTokens: 1000,
  }),
};
