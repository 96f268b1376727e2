import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { describeDuration, durationSchema } from '../duration.ts';
import { NEXT } from '../fields.ts';
import { isoInstant } from '../instant.ts';

const config = z.strictObject({
  /** ISO 8601, real time: an hour is an hour on both days on which clocks change. */
  duration: durationSchema,
});

export const waitFor: StepDefinition<z.output<typeof config>> = {
  kind: 'wait_for',
  title: 'Wait for a while',
  group: 'wait',
  icon: 'hourglass',
  config,
  lane: null,
  canFail: false,
  waits: true,
  ports: () => [NEXT],
  sentence: ({ duration }) => `Wait ${describeDuration(duration)}`,
  templates: () => [],
  outputFields: [],
  enter: ({ duration }, context) => ({
    kind: 'wait_timer',
    timer: {
      rule: { kind: 'after', duration, from: isoInstant(context.now) },
      zone: context.settings.timezone,
      spreadSeconds: 0,
    },
  }),
};
