import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { connectionSchema, NEXT } from '../fields.ts';

const config = z.strictObject({
  connection: connectionSchema('crm'),
  object: z
    .string({ error: 'Choose what kind of record, such as Task' })
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,62}$/, 'Use the name of a kind of record, such as Task'),
  /** Text is a template; numbers, true, false and null go over as they are. */
  fields: z
    .record(
      z.string().min(1).max(100),
      z.union([z.string().max(50_000), z.number(), z.boolean(), z.null()]),
    )
    .default({}),
});

export type CrmUpsertConfig = z.output<typeof config>;

export const crmUpsert: StepDefinition<CrmUpsertConfig> = {
  kind: 'crm_upsert',
  title: 'Save to the CRM',
  group: 'data',
  icon: 'database',
  config,
  lane: 'io',
  connection: ({ connection }) => connection,
  canFail: true,
  waits: false,
  ports: () => [NEXT],
  sentence: ({ object, fields, connection }) => {
    const names = Object.keys(fields);
    return `Save a ${object} in ${connection}${names.length === 0 ? '' : ` with ${names.join(', ')}`}`;
  },
  templates: ({ fields }) =>
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ field: `fields.${name}`, template: value }] : [],
    ),
  outputFields: ['id', 'externalId', 'object', 'created'],
  enter: () => ({ kind: 'work', lane: 'io' }),
};
