import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { decodeCursor, toPage } from '#server/api/page.ts';
import { replayRuns } from '#server/runtime/replay-runs.ts';
import { listDeadLetters } from '#server/store/dead-letters.ts';
import { answer, jsonBody, problems, SECURED } from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';

const TAGS = ['Dead letters'];

const deadLetterSchema = z.object({
  runId: z.string(),
  automationId: z.string(),
  automationName: z.string(),
  version: z.int(),
  outcome: z.string().nullable(),
  /** The step that it failed at; null where it failed at none. */
  stepId: z.string().nullable(),
  iteration: z.int().nullable(),
  kind: z.string().nullable(),
  attempts: z.int(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  failedAt: z.iso.datetime(),
});

const listRoute = createRoute({
  method: 'get',
  path: '/dead-letters',
  tags: TAGS,
  summary: 'Runs that failed for good, newest first, with what they failed at',
  security: SECURED,
  middleware: [allow('run.read')] as const,
  request: {
    query: z.object({
      automationId: z.string().max(100).optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  responses: {
    200: answer(
      z.object({ items: z.array(deadLetterSchema), nextCursor: z.string().nullable() }),
      'A page of them',
    ),
    ...problems('invalid'),
  },
});

const replayRoute = createRoute({
  method: 'post',
  path: '/dead-letters/replay',
  tags: TAGS,
  summary: 'Let failed runs go on from the step that failed, one or many',
  security: SECURED,
  middleware: [allow('run.retry')] as const,
  request: {
    body: jsonBody(z.strictObject({ runIds: z.array(z.string().max(100)).min(1).max(100) })),
  },
  responses: {
    200: answer(
      z.object({
        items: z.array(
          z.object({
            runId: z.string(),
            replayed: z.boolean(),
            /** Why not. */
            reason: z.string().nullable(),
          }),
        ),
      }),
      'What became of each; effect keys stay, so that nothing is done twice',
    ),
    ...problems('not_found', 'invalid'),
  },
});

export const registerDeadLetters = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(listRoute, async (c) => {
    const asked = c.req.valid('query');
    const rows = await listDeadLetters(c.get('services').reads, {
      orgId: c.get('orgId'),
      automationId: asked.automationId ?? null,
      before: decodeCursor(asked.cursor),
      limit: asked.limit + 1,
    });
    const { items, nextCursor } = toPage(rows, asked.limit, (row) => row.runId);
    return c.json(
      { items: items.map((row) => ({ ...row, failedAt: row.failedAt.toISOString() })), nextCursor },
      200,
    );
  });

  app.openapi(replayRoute, async (c) => {
    const { runIds } = c.req.valid('json');
    const orgId = c.get('orgId');
    const actor = c.get('actor');
    const items = await replayRuns(c.get('services').deps, { orgId, runIds, actor });
    return c.json({ items: [...items] }, 200);
  });
};
