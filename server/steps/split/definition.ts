import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { hasDistinctPorts, namedPortShape, toPorts } from '../fields.ts';
import { chooseArm } from './choose-arm.ts';

const arm = z.strictObject({ ...namedPortShape, percent: z.number().min(0).max(100) });

const config = z.strictObject({
  arms: z
    .array(arm)
    .min(2, 'A split needs at least two arms')
    .max(20)
    .refine(hasDistinctPorts, 'Every arm needs a port of its own')
    .refine(
      (arms) => Math.abs(arms.reduce((sum, { percent }) => sum + percent, 0) - 100) < 1e-6,
      'The percentages must add up to 100',
    ),
});

export const split: StepDefinition<z.output<typeof config>> = {
  kind: 'split',
  title: 'Split by chance',
  group: 'decide',
  icon: 'split',
  config,
  lane: null,
  canFail: false,
  waits: false,
  ports: ({ arms }) => toPorts(arms),
  sentence: ({ arms }) =>
    `Send ${arms.map(({ name, percent }) => `${percent} % to “${name}”`).join(', ')}`,
  templates: () => [],
  outputFields: ['arm'],
  enter: ({ arms }, { runId, visit }) => {
    const port = chooseArm(arms, runId, visit.stepId);
    return { kind: 'pass', port, output: { arm: port } };
  },
};
