import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';

const config = z.strictObject({
  /** A label for lists and reports. Plain text: it stands in the history, which holds no personal data. */
  outcome: z.string().trim().min(1, 'Name the outcome').max(100).default('Finished'),
});

export const end: StepDefinition<z.output<typeof config>> = {
  kind: 'end',
  title: 'End here',
  group: 'end',
  icon: 'flag',
  config,
  lane: null,
  canFail: false,
  waits: false,
  ports: () => [],
  sentence: ({ outcome }) => `End with “${outcome}”`,
  templates: () => [],
  outputFields: [],
  enter: ({ outcome }) => ({ kind: 'end', outcome }),
};
