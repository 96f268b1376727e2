import { z } from 'zod';
import type { Problem, StepDefinition } from '#server/engine/definition.ts';
import { error, warning } from '#server/engine/problem.ts';
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
  /**
   * The address answers a repeated `Idempotency-Key` with its first answer. Only then, or where the
   * method itself is repeatable, is a call of unknown outcome sent again.
   */
  honoursKey: z.boolean().default(false),
  timeoutSeconds: z.int().min(1).max(120).default(30),
  /** Answers that count as success; every 2xx when left out. */
  successCodes: z.array(z.int().min(100).max(599)).min(1).max(50).optional(),
});

export type HttpRequestConfig = z.output<typeof config>;

const isRepeatable = (method: HttpRequestConfig['method']): boolean =>
  method === 'GET' || method === 'PUT' || method === 'DELETE';

function checkKeyHeader({ headers }: HttpRequestConfig, stepId: string): Problem[] {
  const own = Object.keys(headers).find((name) => name.toLowerCase() === 'idempotency-key');
  if (own === undefined) return [];
  const message =
    'Remove this header: every call carries a key of its own, the same on each attempt.';
  return [error('own_idempotency_key', message, { stepId, field: `headers.${own}` })];
}

function checkPromise({ method, honoursKey }: HttpRequestConfig, stepId: string): Problem[] {
  if (honoursKey || isRepeatable(method)) return [];
  const message = `If the answer to this ${method} is lost, the run waits for a person. Say so if the address honours Idempotency-Key.`;
  return [warning('asks_when_unclear', message, { stepId, field: 'honoursKey' })];
}

export const httpRequest: StepDefinition<HttpRequestConfig> = {
  kind: 'http_request',
  title: 'Call a web address',
  group: 'data',
  icon: 'globe',
  config,
  lane: 'io',
  connection: ({ connection }) => connection ?? null,
  canFail: true,
  waits: false,
  ports: () => [NEXT, { id: 'failed', label: 'Failed' }],
  sentence: (settings) => {
    const call = `${settings.method} ${excerpt(settings.url)}`;
    if (isRepeatable(settings.method)) return call;
    return settings.honoursKey
      ? `${call}; if the answer is lost, send it again under the same key`
      : `${call}; if the answer is lost, ask a person what happened`;
  },
  templates: ({ url, headers, body }) => [
    { field: 'url', template: url },
    ...Object.entries(headers).map(([name, template]) => ({ field: `headers.${name}`, template })),
    ...(body === undefined ? [] : [{ field: 'body', template: body }]),
  ],
  outputFields: ['status', 'headers', 'body'],
  enter: () => ({ kind: 'work', lane: 'io' }),
  check: (settings, { id: stepId }) => [
    ...checkKeyHeader(settings, stepId),
    ...checkPromise(settings, stepId),
  ],
};
