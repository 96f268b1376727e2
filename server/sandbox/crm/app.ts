import { Hono } from 'hono';
import { z } from 'zod';
import { constantTimeEqual } from '#server/platform/crypto.ts';
import { txOf, withTransaction } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { SandboxContext } from '../context.ts';
import { bearerOf } from '../faults/bearer.ts';
import { misbehave, type SandboxEnv } from '../faults/misbehave.ts';
import {
  type CrmRecord,
  findCrmRecord,
  listCrmRecords,
  upsertCrmRecord,
} from '../store/crm-records.ts';

const OBJECT = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const MAX_EXTERNAL_ID = 255;
const MAX_LIST = 500;

const problem = (status: number, code: string, message: string, headers = {}): Response =>
  Response.json({ error: { code, message } }, { status, headers });

const upsertBody = z.strictObject({ fields: z.record(z.string(), z.unknown()) });

const view = (record: CrmRecord): Record<string, unknown> => ({
  id: record.id,
  object: record.object,
  externalId: record.externalId,
  fields: record.fields,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});

/** Upsert by external id, get and list. */
export const crmApp = (ctx: SandboxContext): Hono<SandboxEnv> => {
  const app = new Hono<SandboxEnv>();
  app.use(
    misbehave(ctx, {
      service: 'crm',
      nameOf: (c) => `${c.req.method} ${c.req.path.replace(/^\/crm/, '')}`,
      refusals: {
        rateLimited: (retryAfter) =>
          problem(429, 'RATE_LIMITED', 'Too many requests.', { 'retry-after': retryAfter }),
        error: () => problem(500, 'SERVER_ERROR', 'The CRM is not available.'),
        reject: () => problem(422, 'INVALID_FIELD', 'The record was refused.'),
        revoked: () => problem(401, 'TOKEN_REVOKED', 'This token was revoked.'),
      },
    }),
  );
  app.use(async (c, next) => {
    if (constantTimeEqual(bearerOf(c), ctx.credentials.crmToken)) return next();
    return problem(401, 'INVALID_TOKEN', 'A valid bearer token is needed.');
  });
  app.get('/me', () => Response.json({ account: 'Holdfast sandbox CRM' }));
  app.use('/objects/:object/*', async (c, next) => {
    if (OBJECT.test(c.req.param('object'))) return next();
    return problem(404, 'UNKNOWN_OBJECT', 'An object name has letters, digits and underscores.');
  });
  app.put('/objects/:object/:externalId', async (c) => {
    const parsed = upsertBody.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return problem(400, 'MALFORMED', 'The body must be { "fields": { … } }.');
    const { object, externalId } = c.req.param();
    if (externalId.length > MAX_EXTERNAL_ID) {
      return problem(400, 'MALFORMED', `An external id has at most ${MAX_EXTERNAL_ID} characters.`);
    }
    const { record, created } = await withTransaction(ctx.pool, async (tx) =>
      upsertCrmRecord(tx, { newId: newId('crm'), object, externalId, fields: parsed.data.fields }),
    );
    return Response.json({ ...view(record), created }, { status: created ? 201 : 200 });
  });
  app.get('/objects/:object/:externalId', async (c) => {
    const { object, externalId } = c.req.param();
    const record = await findCrmRecord(txOf(ctx.pool), object, externalId);
    return record === null
      ? problem(404, 'NOT_FOUND', 'No such record.')
      : Response.json(view(record));
  });
  app.get('/objects/:object', async (c) => {
    const records = await listCrmRecords(txOf(ctx.pool), {
      object: c.req.param('object'),
      limit: MAX_LIST,
    });
    return Response.json({ items: records.map(view) });
  });
  return app;
};
