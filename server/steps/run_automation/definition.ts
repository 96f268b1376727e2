import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { describeDuration, durationSchema } from '../duration.ts';

const fieldName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, 'Use letters, digits and underscores');

const config = z.strictObject({
  /** Its address in the product, or its id. */
  automation: z
    .string({ error: 'Choose an automation' })
    .regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'Choose an automation'),
  /** What the started run sees as its trigger's data. */
  input: z.record(fieldName, z.string().max(10_000)).default({}),
  /** Whether this run goes on only once the other has ended. */
  wait: z.boolean().default(true),
  /** The longest wait for it. */
  patience: durationSchema.default('P90D'),
  /** What becomes of the other run when that is over. */
  whenLate: z.enum(['leave', 'cancel']).default('leave'),
});

export type RunAutomationConfig = z.output<typeof config>;

export const runAutomation: StepDefinition<RunAutomationConfig> = {
  kind: 'run_automation',
  title: 'Run another automation',
  group: 'data',
  icon: 'workflow',
  config,
  lane: 'fast',
  cancelsLateChild: ({ whenLate }) => whenLate === 'cancel',
  canFail: true,
  waits: false,
  ports: () => [
    { id: 'done', label: 'Done' },
    { id: 'failed', label: 'Failed' },
  ],
  sentence: ({ automation, wait, patience, whenLate }) =>
    wait
      ? `Run “${automation}” for the contact and wait until it has ended, ${describeDuration(patience)} at most; then ${whenLate === 'cancel' ? 'cancel it' : 'it goes on by itself'}`
      : `Run “${automation}” for the contact and go on at once`,
  templates: ({ input }) =>
    Object.entries(input).map(([name, template]) => ({ field: `input.${name}`, template })),
  outputFields: ['runId', 'status', 'outcome'],
  enter: () => ({ kind: 'work', lane: 'fast' }),
};
