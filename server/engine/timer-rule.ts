import { z } from 'zod';

export const weekdaySchema = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);
export type Weekday = z.infer<typeof weekdaySchema>;

/** What a timer was asked for. Kept beside the instant, so that the instant can be computed anew. */
/**
 * Whose clock the rule is about, where that can change while it waits: with the contact's, the
 * timer's zone is the one that the contact had when the instant was computed.
 */
const clock = z.literal('contact').optional();

export const timerRuleSchema = z.discriminatedUnion('kind', [
  /**
   * So long after `from`, an ISO 8601 duration. Days and longer units keep the wall clock of the
   * timer's zone ("P3D" after 09:00 is 09:00); hours and below count real time.
   */
  z.strictObject({ kind: z.literal('after'), duration: z.string(), from: z.iso.datetime() }),
  /** The next time strictly after `from` that the wall clock shows `at` on one of `days`. */
  z.strictObject({
    kind: z.literal('wall_clock'),
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use 24-hour time such as 09:00'),
    days: z.array(weekdaySchema).min(1),
    from: z.iso.datetime(),
    clock,
  }),
  /** A wall-clock date and time that came from data. */
  z.strictObject({ kind: z.literal('date'), local: z.string(), clock }),
  /** An instant that someone else fixed (a provider's Retry-After, a lease's end). */
  z.strictObject({ kind: z.literal('instant'), at: z.iso.datetime() }),
]);
export type TimerRule = z.infer<typeof timerRuleSchema>;

export type TimerPurpose = 'wait' | 'retry' | 'deadline' | 'budget';
