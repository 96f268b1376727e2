import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { connectionSchema, excerpt, NEXT, templateSchema } from '../fields.ts';

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'Use a valid header name');

const config = z.strictObject({
  /** Where the other side wants credentials. */
  connection: connectionSchema('billing_api').optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  url: templateSchema('the address', 4000),
  headers: z.record(headerName, z.string().max(8000)).default({}),
  body: z.string().max(200_000).optional(),
  timeoutSeconds: z.int().min(1).max(120).default(30),
  /** Answers that count as success; every 2xx when left out. */
  successCodes: z.array(z.int().min(100).max(599)).min(1).max(50).optional(),
});

export type HttpRequestConfig = z.output<typeof config>;

export const httpRequest: StepDefinition<HttpRequestConfig> = {
  kind: 'http_request',
  title: 'Call a web address',
  group: 'data',
  icon: 'globe',
  config,
  lane: 'io',
  canFail: true,
  waits: false,
  ports: () => [NEXT, { id: 'failed', label: 'Failed' }],
  sentence: ({ method, url }) => `${method} ${excerpt(url)}`,
  templates: ({ url, headers, body }) => [
    { field: 'url', template: url },
    ...Object.entries(headers).map(([name, template]) => ({ field: `headers.${name}`, template })),
    ...(body === undefined ? [] : [{ field: 'body', template: body }]),
  ],
  outputFields: ['status', 'headers', 'body'],
  enter: () => ({ kind: 'work', lane: 'io' }),
};
