import { z } from 'zod';

/**
 * The automation document: what import, export, the REST API and the database all hold.
 * The schema checks shape only; whether the graph makes sense is `checkDocument`'s business.
 */

/** Step ids are lower-case slugs, stable for the automation's whole life and never reused. */
export const stepIdSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,62}$/,
    'Use a lower-case letter, then up to 62 lower-case letters, digits or underscores',
  )
  .refine((id) => id !== 'trigger', '"trigger" names the start of the automation');

export const portSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'Ports are lower-case slugs such as "next" or "timed_out"');

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Give it a name')
  .max(200, 'Use at most 200 characters');

export const settingsSchema = z.strictObject({
  /** Most steps one run may execute before it is stopped. */
  maxSteps: z.int().min(1).max(100_000).default(1000),
  /** Oldest age of a run, in days, before it is stopped. */
  maxAgeDays: z.int().min(1).max(3650).default(90),
  /** IANA zone used where a wait does not name the contact's. */
  timezone: z.string().min(1).default('UTC'),
});

export const triggerSchema = z.strictObject({
  kind: z.enum(['webhook', 'manual', 'schedule']),
  name: nameSchema.optional(),
  config: z.record(z.string(), z.unknown()).default({}),
});

export const stepSchema = z.strictObject({
  id: stepIdSchema,
  kind: z.string().min(1).max(64),
  name: nameSchema,
  config: z.record(z.string(), z.unknown()).default({}),
  /** A disabled step is walked past by its first port. */
  disabled: z.boolean().optional(),
  /** Id of the step that undoes this one when the run fails or is stopped with "undo". */
  compensateWith: stepIdSchema.optional(),
});

export const edgeSchema = z.strictObject({
  from: z.union([z.literal('trigger'), stepIdSchema]),
  /** Defaults to `next`. */
  port: portSchema.optional(),
  to: stepIdSchema,
});

export const noteSchema = z.strictObject({
  id: z.string().min(1).max(64),
  text: z.string().max(5000),
  x: z.number(),
  y: z.number(),
});

export const documentSchema = z.strictObject({
  format: z.literal('holdfast/automation@1'),
  name: nameSchema,
  description: z.string().max(2000).optional(),
  settings: settingsSchema.prefault({}),
  trigger: triggerSchema,
  steps: z.array(stepSchema).max(1000),
  edges: z.array(edgeSchema).max(5000),
  notes: z.array(noteSchema).max(200).optional(),
  /** Places that a person chose by hand; everything else is laid out automatically. */
  layout: z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() })).optional(),
});

export type AutomationDocument = z.output<typeof documentSchema>;
export type DocumentStep = z.output<typeof stepSchema>;
export type DocumentEdge = z.output<typeof edgeSchema>;
export type DocumentSettings = z.output<typeof settingsSchema>;

/** The port that an edge without a `port` leaves by. */
export const DEFAULT_PORT = 'next';
