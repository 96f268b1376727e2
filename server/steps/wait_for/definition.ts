import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { describeDuration, durationSchema } from '../duration.ts';
import { NEXT } from '../fields.ts';
import { isoInstant } from '../instant.ts';

const config = z.strictObject({
  /** ISO 8601: three days after 09:00 is 09:00, on the contact's clock; an hour is an hour always. */
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
      zone: context.contactZone,
      spreadSeconds: 0,
    },
  }),
};
