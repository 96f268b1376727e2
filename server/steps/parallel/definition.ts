import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { hasDistinctPorts, namedPortShape, toPorts } from '../fields.ts';

const config = z.strictObject({
  arms: z
    .array(z.strictObject(namedPortShape))
    .min(2, 'Parallel needs at least two arms')
    .max(50)
    .refine(hasDistinctPorts, 'Every arm needs a port of its own'),
});

export const parallel: StepDefinition<z.output<typeof config>> = {
  kind: 'parallel',
  title: 'Do several at once',
  group: 'decide',
  icon: 'waypoints',
  config,
  lane: null,
  canFail: false,
  waits: false,
  ports: ({ arms }) => toPorts(arms),
  sentence: ({ arms }) => `Do at the same time: ${arms.map(({ name }) => name).join(', ')}`,
  templates: () => [],
  outputFields: [],
  enter: ({ arms }) => ({ kind: 'fork', ports: arms.map(({ port }) => port) }),
};
