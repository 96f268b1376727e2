import { z } from 'zod';
import { isCron } from './cron-shape.ts';
import { isZone } from './instant.ts';

/** What a schedule trigger's `config` holds; the scheduler and the publish check both read it. */
export const scheduleConfigSchema = z
  .strictObject({
    kind: z.enum(['cron', 'rrule']).default('cron'),
    /** Five cron fields, or an RFC 5545 recurrence rule. */
    expression: z
      .string({ error: 'Say when the schedule runs' })
      .min(1, 'Say when the schedule runs'),
    /** An IANA zone; without one, the automation's. */
    zone: z.string().refine(isZone, 'Use an IANA time zone such as Europe/Berlin').optional(),
    jitterSeconds: z.int().min(0).max(86_400).default(0),
    overlap: z.enum(['skip', 'queue', 'allow']).default('skip'),
    /** Missed fires younger than this still run. */
    catchUpSeconds: z
      .int()
      .min(0)
      .max(30 * 86_400)
      .default(3600),
  })
  .refine(({ kind, expression }) => kind !== 'cron' || isCron(expression), {
    path: ['expression'],
    message: 'Write five cron fields: minute, hour, day of month, month, day of week',
  })
  .refine(({ kind, expression }) => kind !== 'rrule' || /(^|\n|:|;)FREQ=[A-Z]+/.test(expression), {
    path: ['expression'],
    message: 'Write a recurrence rule such as FREQ=WEEKLY;BYDAY=MO',
  });
