import { z } from 'zod';
import type { Port, StepDefinition } from '#server/engine/definition.ts';
import { isReservedSignal } from '#server/engine/reserved-signals.ts';
import { checkDeadline, deadlineSchema, describeDeadline, toDeadlineRequest } from '../deadline.ts';
import { templateSchema } from '../fields.ts';

const config = z.strictObject({
  signal: z
    .string({ error: 'Name the signal, such as "email.reply"' })
    .regex(/^[a-z][a-z0-9_.-]{0,99}$/, 'Use lower-case words joined by dots, such as "email.reply"')
    .refine((name) => !isReservedSignal(name), 'Use a name that does not begin with "slack."'),
  /** What the signal must carry to belong to this run. */
  correlation: templateSchema('what the signal is matched by', 1000),
  deadline: deadlineSchema,
});

export const WAIT_SIGNAL_PORTS: readonly Port[] = [
  { id: 'received', label: 'Received' },
  { id: 'timed_out', label: 'Timed out' },
];

export const waitSignal: StepDefinition<z.output<typeof config>> = {
  kind: 'wait_signal',
  title: 'Wait for an answer',
  group: 'wait',
  icon: 'mail-question-mark',
  config,
  lane: null,
  canFail: false,
  waits: true,
  ports: () => WAIT_SIGNAL_PORTS,
  sentence: ({ signal, deadline }) =>
    `Wait for ${signal === 'email.reply' ? 'a reply to the email' : `“${signal}”`}; ${describeDeadline(deadline, WAIT_SIGNAL_PORTS)}`,
  templates: ({ correlation }) => [{ field: 'correlation', template: correlation }],
  // The signal's payload, whatever its sender put into it.
  outputFields: null,
  enter: ({ signal, correlation, deadline }, context) => {
    const key = context.render(correlation, context.data);
    if (!key.ok) return { kind: 'fail', error: key.error };
    if (key.text.trim() === '') {
      return {
        kind: 'fail',
        error: {
          code: 'empty_correlation',
          message: 'What the signal is matched by came out empty.',
        },
      };
    }
    return {
      kind: 'wait_signal',
      signal,
      correlationKey: key.text.trim(),
      deadline: toDeadlineRequest(deadline, context),
    };
  },
  check: ({ deadline }, step) => checkDeadline(deadline, WAIT_SIGNAL_PORTS, step.id),
};
