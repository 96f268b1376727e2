import { z } from 'zod';
import { documentSchema, stepSchema } from '#server/engine/document.ts';
import { versionView } from './automation-view.ts';

/** One published version with its document. */
export const versionDetail = versionView.extend({
  automationId: z.string(),
  digest: z.string(),
  document: documentSchema,
});
export type VersionDetail = z.infer<typeof versionDetail>;

/** Where the open runs of one version stand. A run on two paths stands at two steps. */
export const runsPerStep = z.object({
  version: z.number().int(),
  /** Open runs; with `capped`, at least so many, and `steps` counts only those. */
  total: z.number().int(),
  capped: z.boolean(),
  steps: z.array(z.object({ stepId: z.string(), runs: z.number().int() })),
});
export type RunsPerStep = z.infer<typeof runsPerStep>;

/** One setting before and after, as a person reads it; null: not set. */
const fieldChange = z.object({
  /** Dotted path in the step's settings, for links to the field. */
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const documentComparison = z.object({
  automationId: z.string(),
  from: z.union([z.number().int(), z.literal('draft')]),
  to: z.union([z.number().int(), z.literal('draft')]),
  fromDocument: documentSchema,
  toDocument: documentSchema,
  steps: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('added'), step: stepSchema, sentence: z.string() }),
      z.object({ kind: z.literal('removed'), step: stepSchema, sentence: z.string() }),
      z.object({
        kind: z.literal('changed'),
        /** As it is in `to`. */
        step: stepSchema,
        /** The plain sentences of its card, before and after. */
        sentenceBefore: z.string(),
        sentence: z.string(),
        fields: z.array(fieldChange),
      }),
    ]),
  ),
  links: z.array(
    z.object({
      /** Id of the step that the port belongs to, or `trigger`. */
      stepId: z.string(),
      from: z.string(),
      port: z.string(),
      /** Names of the steps that it leads to; null: nowhere. */
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  settings: z.array(fieldChange),
  /** How many changes all of that is; 0: the two say the same. */
  count: z.number().int(),
});
export type DocumentComparison = z.infer<typeof documentComparison>;
