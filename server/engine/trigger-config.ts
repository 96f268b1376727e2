import { z } from 'zod';
import { isCron } from './cron-shape.ts';
import { isZone } from './instant.ts';
import { nextOccurrence } from './recurrence.ts';
import { recurrenceRuleProblem } from './rrule-walls.ts';

/** 2000-01-01: before any schedule. */
const LONG_AGO = 946_684_800_000;

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
  .superRefine(({ kind, expression, zone = 'UTC' }, context) => {
    const refuse = (message: string): void =>
      context.addIssue({ code: 'custom', path: ['expression'], message });
    const unreadable = kind === 'rrule' ? recurrenceRuleProblem(expression) : null;
    if (unreadable !== null) return refuse(unreadable);
    // Said above already.
    if (!isZone(zone) || (kind === 'cron' && !isCron(expression))) return undefined;
    // Counted from long ago: a rule with an end may well have passed by now.
    const ever = nextOccurrence({ kind, expression, zone }, LONG_AGO) !== null;
    return ever ? undefined : refuse('This day never comes');
  });
