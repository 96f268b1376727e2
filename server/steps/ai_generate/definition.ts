import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { connectionSchema, excerpt, NEXT, templateSchema } from '../fields.ts';

const config = z.strictObject({
  connection: connectionSchema('model'),
  /** What the model is told about its part, beside the prompt. */
  system: templateSchema('the instructions', 20_000).optional(),
  prompt: templateSchema('the prompt', 100_000),
  /** Another model than the connection's own. */
  model: z.string().min(1).max(200).optional(),
  /** Most that one call may cost, in the workspace's currency; reserved before, settled after. */
  maxCost: z.number().positive('Use a cost above zero').max(1000),
  maxOutputTokens: z.int().min(1).max(100_000).default(1000),
});

export type AiGenerateConfig = z.output<typeof config>;

export const aiGenerate: StepDefinition<AiGenerateConfig> = {
  kind: 'ai_generate',
  title: 'Write with AI',
  group: 'data',
  icon: 'sparkles',
  config,
  lane: 'slow',
  connection: ({ connection }) => connection,
  canFail: true,
  waits: false,
  ports: () => [NEXT],
  sentence: ({ prompt, maxCost }) => `Write: “${excerpt(prompt)}”, for at most ${maxCost}`,
  templates: ({ prompt, system }) => [
    { field: 'prompt', template: prompt },
    ...(system === undefined ? [] : [{ field: 'system', template: system }]),
  ],
  outputFields: ['text', 'model', 'inputTokens', 'outputTokens', 'costMicros'],
  enter: () => ({ kind: 'work', lane: 'slow' }),
};
