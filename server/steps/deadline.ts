import { z } from 'zod';
import type { DeadlineRequest, EnterContext, Port, Problem } from '#server/engine/definition.ts';
import { describeDuration, durationSchema } from './duration.ts';
import { isoInstant } from './instant.ts';

/**
 * A deadline and what happens at it, as documents spell it:
 *
 *   { "after": "PT24H", "then": "port:expired" }      leave by that port
 *   { "after": "PT24H", "then": "stop" }              stop the run where it is seen
 *   { "after": "PT24H", "then": { "escalate": { "to": ["kim@example.com"], "after": "PT8H", "then": "stop" } } }
 *                                                     ask someone else first
 */
export const endingSchema = z
  .string()
  .regex(
    /^(stop|port:[a-z][a-z0-9_]{0,62})$/,
    'Use "stop" or a port of this step, such as "port:expired"',
  );

export const personSchema = z
  .email('Use the email address of a member')
  .transform((address) => address.toLowerCase());

export const deadlineSchema = z.strictObject({ after: durationSchema, then: endingSchema });

export const escalatingDeadlineSchema = z.strictObject({
  after: durationSchema,
  then: z.union([
    endingSchema,
    z.strictObject({
      escalate: z.strictObject({
        to: z.array(personSchema).min(1, 'Say who is asked next').max(20),
        after: durationSchema,
        then: endingSchema,
      }),
    }),
  ]),
});

export type EscalatingDeadline = z.output<typeof escalatingDeadlineSchema>;

type Ending = { kind: 'port'; port: string } | { kind: 'stop' };

function readEnding(text: string): Ending {
  return text.startsWith('port:') ? { kind: 'port', port: text.slice(5) } : { kind: 'stop' };
}

export function toDeadlineRequest(
  deadline: EscalatingDeadline,
  context: EnterContext,
): DeadlineRequest {
  const { after, then } = deadline;
  return {
    rule: { kind: 'after', duration: after, from: isoInstant(context.now) },
    zone: context.settings.timezone,
    spreadSeconds: 0,
    then:
      typeof then === 'string'
        ? readEnding(then)
        : {
            kind: 'escalate',
            to: then.escalate.to,
            after: then.escalate.after,
            finally: readEnding(then.escalate.then),
          },
  };
}

function describeEnding(text: string, ports: readonly Port[]): string {
  const ending = readEnding(text);
  if (ending.kind === 'stop') return 'the run stops';
  const label = ports.find((port) => port.id === ending.port)?.label ?? ending.port;
  return `go on by “${label}”`;
}

/** "after 24 hours: go on by “Expired”" */
export function describeDeadline(deadline: EscalatingDeadline, ports: readonly Port[]): string {
  const after = `after ${describeDuration(deadline.after)}`;
  if (typeof deadline.then === 'string') return `${after}: ${describeEnding(deadline.then, ports)}`;
  const { to, after: later, then } = deadline.then.escalate;
  return `${after}: ask ${to.join(', ')}; ${describeDuration(later)} later: ${describeEnding(then, ports)}`;
}

/** A deadline may only lead to a port that the step has. */
export function checkDeadline(
  deadline: EscalatingDeadline,
  ports: readonly Port[],
  stepId: string,
): readonly Problem[] {
  const escalates = typeof deadline.then !== 'string';
  const ending = readEnding(
    typeof deadline.then === 'string' ? deadline.then : deadline.then.escalate.then,
  );
  if (ending.kind === 'stop' || ports.some((port) => port.id === ending.port)) return [];
  return [
    {
      severity: 'error',
      code: 'unknown_port',
      stepId,
      field: escalates ? 'deadline.then.escalate.then' : 'deadline.then',
      message: `The deadline leads to “${ending.port}”, which this step does not have; use one of ${ports
        .map((port) => port.id)
        .join(', ')}.`,
    },
  ];
}
