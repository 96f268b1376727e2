import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { decodeCursor, toPage } from '#server/api/page.ts';
import { AppError } from '#server/platform/errors.ts';
import { resolveEffect } from '#server/runtime/resolve-effect.ts';
import { listEffects } from '#server/store/product-effects.ts';
import {
  answer,
  jsonBody,
  listOf,
  pageQuery,
  problems,
  SECURED,
  toJson,
} from './describe-route.ts';
import { flattenIssues } from './flatten-issues.ts';
import { allow, type RestEnv } from './rest-env.ts';
import { effectSchema } from './rest-schemas.ts';

const TAGS = ['Effects'];

const listRoute = createRoute({
  method: 'get',
  path: '/effects',
  tags: TAGS,
  summary: 'List effects in one status, by key',
  security: SECURED,
  middleware: [allow('review.read')] as const,
  request: {
    query: pageQuery.extend({ status: effectSchema.shape.status.default('needs_review') }),
  },
  responses: { 200: answer(listOf(effectSchema), 'A page'), ...problems() },
});

const resolveBody = z.strictObject({
  /** What you found out; `stop` gives up on it and stops the run. */
  outcome: z.enum(['happened', 'did_not_happen', 'stop']),
  /** What the provider made, where you know it. */
  result: z.record(z.string(), z.unknown()).optional(),
});

const resolvedSchema = z.object({
  key: z.string(),
  runId: z.string(),
  status: z.enum(['settled', 'claimed', 'abandoned']),
});

const resolveRoute = createRoute({
  method: 'post',
  path: '/effects/{key}/resolve',
  tags: TAGS,
  summary: 'Say what became of an effect; its key may be URL-encoded or have plain slashes',
  security: SECURED,
  request: { params: z.object({ key: z.string() }), body: jsonBody(resolveBody) },
  responses: {
    200: answer(resolvedSchema, 'Settled, tried again, or given up'),
    ...problems('not_found', 'conflict', 'invalid'),
  },
});

const readResolveBody = async (text: Promise<string>): Promise<z.output<typeof resolveBody>> => {
  let body: unknown;
  try {
    body = JSON.parse(await text);
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not JSON.', { cause });
  }
  const parsed = resolveBody.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid', 'The body is not valid.', {
    hint: 'Send {"outcome": "happened" | "did_not_happen" | "stop", "result"?: {…}}.',
    details: { issues: flattenIssues(parsed.error.issues) },
  });
};

export const registerEffects = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(listRoute, async (c) => {
    const { status, cursor, limit } = c.req.valid('query');
    const rows = await listEffects(c.get('services').reads, {
      orgId: c.get('orgId'),
      status,
      after: decodeCursor(cursor),
      limit: limit + 1,
    });
    return c.json(toJson(toPage(rows, limit, (row) => row.key)), 200);
  });

  // Keys have slashes, which a described path cannot say: it is described here, routed below.
  app.openAPIRegistry.registerPath(resolveRoute);
  app.post('/effects/:key{.+}/resolve', allow('review.resolve'), async (c) => {
    const { outcome, result } = await readResolveBody(c.req.text());
    const resolved = await resolveEffect(c.get('services').deps, {
      orgId: c.get('orgId'),
      key: c.req.param('key'),
      outcome,
      result,
      actor: c.get('actor'),
    });
    return c.json(resolved, 200);
  });
};
