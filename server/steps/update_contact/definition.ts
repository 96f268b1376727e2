import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { NEXT } from '../fields.ts';

/** `name` and `timezone` are the contact's own fields; every other name is an attribute. */
const fieldName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,62}$/, 'Use letters, digits and underscores for a field')
  .refine(
    (name) => !['email', 'id', 'external_id', 'consents', 'erased_at'].includes(name),
    'This field cannot be changed by an automation',
  );

const config = z.strictObject({
  /** Text is a template; null clears the field. */
  fields: z
    .record(fieldName, z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]))
    .refine((fields) => Object.keys(fields).length > 0, 'Choose at least one field'),
});

export type UpdateContactConfig = z.output<typeof config>;

export const updateContact: StepDefinition<UpdateContactConfig> = {
  kind: 'update_contact',
  title: 'Update the contact',
  group: 'data',
  icon: 'user-pen',
  config,
  lane: 'fast',
  canFail: true,
  waits: false,
  ports: () => [NEXT],
  sentence: ({ fields }) => `Set ${Object.keys(fields).join(', ')} on the contact`,
  templates: ({ fields }) =>
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ field: `fields.${name}`, template: value }] : [],
    ),
  outputFields: ['updated'],
  enter: () => ({ kind: 'work', lane: 'fast' }),
};
