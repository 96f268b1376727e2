import { expect, it } from 'vitest';
import { automationJsonSchema } from './json-schema.ts';

it('publishes the document as JSON Schema, with what a document must and may have', () => {
  const schema = automationJsonSchema();
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: '/schema/automation-v1.json',
    type: 'object',
    required: ['format', 'name', 'trigger', 'steps', 'edges'],
    additionalProperties: false,
  });
  expect(JSON.stringify(schema)).toContain('holdfast/automation@1');
});
