import { automationJsonSchema } from '#server/engine/json-schema.ts';

/** The automation document as JSON Schema, for editors and checks elsewhere. */
export const GET = (): Response =>
  Response.json(automationJsonSchema(), {
    headers: { 'content-type': 'application/schema+json', 'cache-control': 'public, max-age=300' },
  });
