import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { hookUrlOf } from '#server/api/automations/hook-url.ts';
import { decodeCursor, toPage } from '#server/api/page.ts';
import { documentSchema } from '#server/engine/document.ts';
import { exportDocument } from '#server/engine/edit/export-document.ts';
import { AppError } from '#server/platform/errors.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';
import { findVersionDocument } from '#server/store/product-automation-detail.ts';
import {
  findAutomation,
  listAutomations,
  type AutomationRow,
} from '#server/store/product-automations.ts';
import {
  answer,
  idParam,
  jsonBody,
  listOf,
  pageQuery,
  problems,
  SECURED,
  toJson,
} from './describe-route.ts';
import { allow, type RestEnv } from './rest-env.ts';
import { automationSchema, documentProblemSchema } from './rest-schemas.ts';

const TAGS = ['Automations'];
const notFound = (): AppError => new AppError('not_found', 'There is no such automation here.');

/** A row as the API tells of it. */
const present = (row: AutomationRow, appUrl: string): z.output<typeof automationSchema> => {
  const document = documentSchema.parse(row.liveDocument ?? row.draft);
  const hookUrl = hookUrlOf(appUrl, document, row.hookId);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    status: row.status,
    version: row.liveVersion,
    draftRevision: row.draftRevision,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    ...(hookUrl === null ? {} : { hookUrl }),
  };
};

const listRoute = createRoute({
  method: 'get',
  path: '/automations',
  tags: TAGS,
  summary: 'List automations, newest first',
  security: SECURED,
  middleware: [allow('automation.read')] as const,
  request: { query: pageQuery.extend({ q: z.string().max(200).optional() }) },
  responses: { 200: answer(listOf(automationSchema), 'A page'), ...problems() },
});

const getRoute = createRoute({
  method: 'get',
  path: '/automations/{id}',
  tags: TAGS,
  summary: 'One automation with its draft',
  security: SECURED,
  middleware: [allow('automation.read')] as const,
  request: { params: idParam },
  responses: {
    200: answer(automationSchema.extend({ draft: z.unknown() }), 'The automation'),
    ...problems('not_found'),
  },
});

const createdSchema = automationSchema.extend({
  /** Problems never stop a draft from being saved. */
  problems: z.array(documentProblemSchema),
});

const createAutomationRoute = createRoute({
  method: 'post',
  path: '/automations',
  tags: TAGS,
  summary: 'Create an automation from a document; its webhook address is a new one',
  security: SECURED,
  middleware: [allow('automation.edit')] as const,
  request: { body: jsonBody(documentSchema) },
  responses: { 201: answer(createdSchema, 'Created'), ...problems('invalid', 'conflict') },
});

const exportRoute = createRoute({
  method: 'get',
  path: '/automations/{id}/export',
  tags: TAGS,
  summary: 'The document: the draft, or a published version',
  security: SECURED,
  middleware: [allow('automation.read')] as const,
  request: {
    params: idParam,
    query: z.object({ version: z.coerce.number().int().min(1).optional() }),
  },
  responses: {
    200: answer(documentSchema, 'The document, ready to be imported elsewhere'),
    ...problems('not_found'),
  },
});

export const registerAutomations = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(listRoute, async (c) => {
    const { q, cursor, limit } = c.req.valid('query');
    const { reads, env } = c.get('services');
    const rows = await listAutomations(reads, {
      orgId: c.get('orgId'),
      search: q ?? null,
      before: decodeCursor(cursor),
      limit: limit + 1,
    });
    const page = toPage(rows, limit, (row) => row.id);
    return c.json({ ...page, items: page.items.map((row) => present(row, env.appUrl)) }, 200);
  });

  app.openapi(getRoute, async (c) => {
    const { reads, env } = c.get('services');
    const row = await findAutomation(reads, c.get('orgId'), c.req.valid('param').id);
    if (row === null) throw notFound();
    return c.json({ ...present(row, env.appUrl), draft: row.draft }, 200);
  });

  app.openapi(createAutomationRoute, async (c) => {
    const { reads, env, deps } = c.get('services');
    const orgId = c.get('orgId');
    const document = c.req.valid('json');
    const made = await createAutomation(deps, { orgId, document, actor: c.get('actor') });
    const row = await findAutomation(reads, orgId, made.id);
    if (row === null) throw notFound();
    return c.json(toJson({ ...present(row, env.appUrl), problems: [...made.problems] }), 201);
  });

  app.openapi(exportRoute, async (c) => {
    const { reads } = c.get('services');
    const { version } = c.req.valid('query');
    const row = await findAutomation(reads, c.get('orgId'), c.req.valid('param').id);
    if (row === null) throw notFound();
    const found =
      version === undefined
        ? row.draft
        : await findVersionDocument(reads, c.get('orgId'), row.id, version);
    if (found === null) throw new AppError('not_found', `There is no version ${version}.`);
    c.header('content-disposition', `attachment; filename="${row.slug}.json"`);
    // Byte for byte what the editor exports; typed as the JSON that it is.
    const text = exportDocument(documentSchema.parse(found));
    return c.body(text, 200, { 'content-type': 'application/json' }) as never;
  });
};
