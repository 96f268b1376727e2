import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { decodeCursor, toPage } from '#server/api/page.ts';
import { readRun } from './read-run.ts';
import { AppError } from '#server/platform/errors.ts';
import { verifyRun } from '#server/runtime/verify-run.ts';
import { listRuns, type RunRow } from '#server/store/product-runs.ts';
import { listTimeline, readRunSeq } from '#server/store/product-timeline.ts';
import { runStatus } from '#server/api/views/run-view.ts';
import { answer, idParam, listOf, pageQuery, problems, SECURED, toJson } from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';
import { runSchema, runSummarySchema, timelineItemSchema } from './rest-schemas.ts';

const TAGS = ['Runs'];
const notFound = (): AppError => new AppError('not_found', 'There is no such run here.');

const listRoute = createRoute({
  method: 'get',
  path: '/runs',
  tags: TAGS,
  summary: 'List runs, newest first',
  security: SECURED,
  middleware: [allow('run.read')] as const,
  request: {
    query: pageQuery.extend({
      status: runStatus.optional(),
      automationId: z.string().max(100).optional(),
      /** Beginning of the contact's address or name, or a run's id. */
      q: z.string().max(200).optional(),
    }),
  },
  responses: { 200: answer(listOf(runSummarySchema), 'A page'), ...problems() },
});

const getRoute = createRoute({
  method: 'get',
  path: '/runs/{id}',
  tags: TAGS,
  summary: 'One run with its steps, timers, effects and approvals',
  security: SECURED,
  middleware: [allow('run.read')] as const,
  request: { params: idParam },
  responses: { 200: answer(runSchema, 'The run'), ...problems('not_found') },
});

const timelineRoute = createRoute({
  method: 'get',
  path: '/runs/{id}/timeline',
  tags: TAGS,
  summary: 'The run’s log, in order',
  security: SECURED,
  middleware: [allow('run.read')] as const,
  request: {
    params: idParam,
    query: z.object({
      cursor: z.string().max(500).optional(),
      /** Only what came after this number. */
      afterSeq: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(500),
    }),
  },
  responses: { 200: answer(listOf(timelineItemSchema), 'A page'), ...problems('not_found') },
});

const verifyRoute = createRoute({
  method: 'get',
  path: '/runs/{id}/verify',
  tags: TAGS,
  summary: 'Fold the log anew and compare it with the rows',
  security: SECURED,
  middleware: [allow('run.read')] as const,
  request: { params: idParam },
  responses: {
    200: answer(
      z.object({ runId: z.string(), equal: z.boolean(), differences: z.array(z.string()) }),
      'What the comparison found',
    ),
    ...problems('not_found'),
  },
});

/** The number in a cursor of the timeline. Throws `bad_request` for anything else. */
const seqOf = (key: string | null): number | null => {
  if (key === null) return null;
  const seq = Number(key);
  if (Number.isSafeInteger(seq) && seq >= 0) return seq;
  throw new AppError('bad_request', 'This cursor is not one of the timeline.');
};

const presentSummary = ({ contactName, contactEmail, ...row }: RunRow) => ({
  ...row,
  contact:
    contactName === null && contactEmail === null
      ? null
      : { name: contactName, email: contactEmail },
});

export const registerRuns = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(listRoute, async (c) => {
    const { status, automationId, q, cursor, limit } = c.req.valid('query');
    const rows = await listRuns(c.get('services').reads, {
      orgId: c.get('orgId'),
      statuses: status === undefined ? null : [status],
      automationId: automationId ?? null,
      search: q ?? null,
      before: decodeCursor(cursor),
      limit: limit + 1,
    });
    const page = toPage(rows, limit, (row) => row.id);
    return c.json(toJson({ ...page, items: page.items.map(presentSummary) }), 200);
  });

  app.openapi(getRoute, async (c) => {
    const run = await readRun(c.get('services'), c.get('orgId'), c.req.valid('param').id);
    if (run === null) throw notFound();
    return c.json(toJson(run), 200);
  });

  app.openapi(timelineRoute, async (c) => {
    const { reads } = c.get('services');
    const orgId = c.get('orgId');
    const { cursor, afterSeq, limit } = c.req.valid('query');
    const runId = c.req.valid('param').id;
    const after = seqOf(decodeCursor(cursor)) ?? afterSeq ?? 0;
    const rows = await listTimeline(reads, { orgId, runId, afterSeq: after, limit: limit + 1 });
    if (rows.length === 0 && (await readRunSeq(reads, orgId, runId)) === null) throw notFound();
    return c.json(toJson(toPage(rows, limit, (row) => String(row.seq))), 200);
  });

  app.openapi(verifyRoute, async (c) => {
    const { reads, deps } = c.get('services');
    const { id } = c.req.valid('param');
    if ((await readRunSeq(reads, c.get('orgId'), id)) === null) throw notFound();
    return c.json(toJson(await verifyRun(deps, id)), 200);
  });
};
