import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { automationIdOf } from '#server/api/automations/find-automation-id.ts';
import { completeOrder } from '#server/api/migrations/complete-order.ts';
import { readMigrationRuns } from '#server/api/migrations/read-migration-runs.ts';
import { readMigration } from '#server/api/migrations/read-migration.ts';
import { migrationRunView } from '#server/api/views/migration-view.ts';
import { previewMigration } from '#server/runtime/preview-migration.ts';
import { startMigration } from '#server/runtime/start-migration.ts';
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
import { migrationRunSchema, migrationSchema, orderSchema } from './migration-schemas.ts';
import { previewSchema, startSchema } from './migration-schemas.ts';
import { allow, type RestEnv } from './rest-env.ts';

const TAGS = ['Migrations'];

const previewRoute = createRoute({
  method: 'post',
  path: '/automations/{id}/migrations/preview',
  tags: TAGS,
  summary: 'What moving runs to another version would do; changes nothing',
  security: SECURED,
  middleware: [allow('automation.publish')] as const,
  request: { params: idParam, body: jsonBody(orderSchema) },
  responses: {
    200: answer(previewSchema, 'Counts by step and rule, with a few runs judged'),
    ...problems('not_found', 'invalid'),
  },
});

const startRoute = createRoute({
  method: 'post',
  path: '/automations/{id}/migrations',
  tags: TAGS,
  summary: 'Move the runs in flight of one version to another',
  description:
    'Workers move the runs one by one; ask for the migration to see how far they are. A key that ' +
    'was used before answers 200 with the migration that it started.',
  security: SECURED,
  middleware: [allow('automation.publish')] as const,
  request: { params: idParam, body: jsonBody(startSchema) },
  responses: {
    200: answer(migrationSchema, 'Started before, under this key'),
    202: answer(migrationSchema, 'Started'),
    ...problems('not_found', 'conflict', 'unprocessable', 'invalid'),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/migrations/{id}',
  tags: TAGS,
  summary: 'A migration and how far it is',
  security: SECURED,
  middleware: [allow('automation.read')] as const,
  request: { params: idParam },
  responses: { 200: answer(migrationSchema, 'The migration'), ...problems('not_found') },
});

const runsRoute = createRoute({
  method: 'get',
  path: '/migrations/{id}/runs',
  tags: TAGS,
  summary: 'What became of each run, and why',
  security: SECURED,
  middleware: [allow('automation.read')] as const,
  request: {
    params: idParam,
    query: pageQuery.extend({ status: migrationRunView.shape.status.optional() }),
  },
  responses: { 200: answer(listOf(migrationRunSchema), 'A page'), ...problems('not_found') },
});

/** Machines get ids: whose run it is they may ask of the run. */
const withoutContact = <T extends { readonly contact: string | null }>(
  named: T,
): Omit<T, 'contact'> => {
  const { contact: _, ...rest } = named;
  return rest;
};

export const registerMigrations = (app: OpenAPIHono<RestEnv>): void => {
  app.openapi(previewRoute, async (c) => {
    const services = c.get('services');
    const automationId = await automationIdOf(services, c.get('orgId'), c.req.valid('param').id);
    const order = await completeOrder(services, automationId, c.req.valid('json'));
    const actor = c.get('actor');
    const { buckets, ...seen } = await previewMigration(services.deps, {
      automationId,
      order,
      actor,
    });
    const unnamed = buckets.map(({ samples, ...bucket }) => ({
      ...bucket,
      samples: samples.map(withoutContact),
    }));
    const { from, to } = order;
    return c.json(toJson({ automationId, from, to, ...seen, buckets: unnamed }), 200);
  });

  app.openapi(startRoute, async (c) => {
    const services = c.get('services');
    const orgId = c.get('orgId');
    const automationId = await automationIdOf(services, orgId, c.req.valid('param').id);
    const { key, ...asked } = c.req.valid('json');
    const order = await completeOrder(services, automationId, asked);
    const actor = c.get('actor');
    const { id, duplicate } = await startMigration(services.deps, {
      orgId,
      automationId,
      order,
      key,
      actor,
    });
    const migration = await readMigration(services, orgId, id);
    return c.json(toJson(migration), duplicate ? 200 : 202);
  });

  app.openapi(getRoute, async (c) => {
    const migration = await readMigration(
      c.get('services'),
      c.get('orgId'),
      c.req.valid('param').id,
    );
    return c.json(toJson(migration), 200);
  });

  app.openapi(runsRoute, async (c) => {
    const { cursor, limit, status } = c.req.valid('query');
    const page = await readMigrationRuns(c.get('services'), {
      orgId: c.get('orgId'),
      id: c.req.valid('param').id,
      status: status ?? null,
      cursor: cursor ?? null,
      limit,
    });
    const items = page.items.map(withoutContact);
    return c.json(toJson({ ...page, items }), 200);
  });
};
