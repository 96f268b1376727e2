import { z } from 'zod';
import { documentSchema } from './document.ts';

/** The automation document's JSON Schema (2020-12), as published at `/schema/automation-v1.json`. */
export function automationJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(documentSchema, {
      io: 'input',
      target: 'draft-2020-12',
      unrepresentable: 'any',
    }),
    $id: '/schema/automation-v1.json',
    title: 'Holdfast automation',
  };
}
