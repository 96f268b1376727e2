/** The sandbox's own API: what was received, how services behave, buttons and replies. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { txOf } from '#server/platform/db.ts';
import { problemResponse } from '#server/platform/error-map.ts';
import { AppError } from '#server/platform/errors.ts';
import { bounceMail, bounceRequest, replyRequest, replyToMail } from './api/answer-mail.ts';
import { guardSandboxApi } from './api/guard.ts';
import { listMail } from './api/list-mail.ts';
import { listSlack } from './api/list-slack.ts';
import { pressButton, pressRequest } from './api/press-button.ts';
import type { SandboxContext } from './context.ts';
import { faultRequest } from './faults/fault.ts';
import { SANDBOX_SERVICES } from './services.ts';
import { listCalls } from './store/calls.ts';
import { clearReceived } from './store/clear.ts';
import { listCrmRecords } from './store/crm-records.ts';
import { listFaults, setFault } from './store/faults.ts';
import { listEchoedRequests } from './store/http-requests.ts';
import { readRawMail } from './store/mail.ts';
import { listModelCalls } from './store/model-calls.ts';
import { upsertSlackUsers } from './store/slack-users.ts';

const MAX_ITEMS = 1_000;

const slackUser = z.strictObject({
  name: z.string().min(1).max(80),
  realName: z.string().min(1).max(80),
  email: z.email(),
  timezone: z.string().min(1).default('Europe/Berlin'),
});
const slackUserId = z.string().regex(/^U[A-Z0-9]{6,20}$/);

/** The body by its schema; throws what the caller is told. */
const bodyBy = async <T>(c: Context, schema: z.ZodType<T>): Promise<T> => {
  const text = await c.req.text();
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not JSON.', { cause });
  }
  return valueBy(value, schema);
};

const valueBy = <T>(value: unknown, schema: z.ZodType<T>): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid', z.prettifyError(parsed.error), {
    details: {
      errors: parsed.error.issues.map(({ path, message }) => ({
        pointer: `/${path.map(String).join('/')}`,
        detail: message,
      })),
    },
  });
};

const serviceBy = (name: string): (typeof SANDBOX_SERVICES)[number] => {
  const service = SANDBOX_SERVICES.find((known) => known === name);
  if (service !== undefined) return service;
  throw new AppError('not_found', `The sandbox has no service “${name}”.`, {
    hint: `Services: ${SANDBOX_SERVICES.join(', ')}.`,
  });
};

const limitOf = (c: Context): number => {
  const limit = z.coerce.number().int().min(1).max(MAX_ITEMS).safeParse(c.req.query('limit'));
  return limit.success ? limit.data : 200;
};

const addReads = (app: Hono, ctx: SandboxContext): void => {
  const tx = txOf(ctx.pool);
  app.get('/mail', async (c) => c.json(await listMail(tx, limitOf(c))));
  app.get('/mail/:id/source', async (c) => {
    const raw = await readRawMail(tx, c.req.param('id'));
    if (raw === null) throw new AppError('not_found', 'There is no such message.');
    return new Response(new Uint8Array(raw), {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
  });
  app.get('/slack', async (c) => c.json(await listSlack(tx, limitOf(c))));
  app.get('/model', async (c) => c.json({ items: await listModelCalls(tx, limitOf(c)) }));
  app.get('/crm', async (c) => c.json({ items: await listCrmRecords(tx, { limit: limitOf(c) }) }));
  app.get('/http', async (c) => c.json({ items: await listEchoedRequests(tx, limitOf(c)) }));
  app.get('/faults', async (c) => c.json({ items: await listFaults(tx) }));
  app.get('/calls', async (c) => {
    const name = c.req.query('service');
    const service = name === undefined ? undefined : serviceBy(name);
    return c.json({ items: await listCalls(tx, { service, limit: limitOf(c) }) });
  });
};

const addWrites = (app: Hono, ctx: SandboxContext): void => {
  const tx = txOf(ctx.pool);
  app.put('/faults/:service', async (c) => {
    const service = serviceBy(c.req.param('service'));
    return c.json(await setFault(tx, service, await bodyBy(c, faultRequest)));
  });
  app.post('/slack/:ts/actions', async (c) => {
    const request = await bodyBy(c, pressRequest);
    return c.json(await pressButton(ctx, c.req.param('ts'), request));
  });
  app.put('/slack/users/:id', async (c) => {
    const id = valueBy(c.req.param('id'), slackUserId);
    const user = { id, ...(await bodyBy(c, slackUser)) };
    await upsertSlackUsers(tx, [user]);
    return c.json(user);
  });
  app.post('/mail/:id/reply', async (c) => {
    const request = await bodyBy(c, replyRequest);
    return c.json(await replyToMail(ctx, c.req.param('id'), request));
  });
  app.post('/mail/:id/bounce', async (c) => {
    const request = await bodyBy(c, bounceRequest);
    return c.json(await bounceMail(ctx, c.req.param('id'), request));
  });
  app.delete('/received', async () => {
    await clearReceived(tx);
    return new Response(null, { status: 204 });
  });
};

/** Mounted at /sandbox/api, by the product and by the sandbox's own HTTP server. */
export const sandboxJsonApi = (ctx: SandboxContext): Hono => {
  const app = new Hono().basePath('/sandbox/api');
  app.use(guardSandboxApi(ctx.appUrl));
  addReads(app, ctx);
  addWrites(app, ctx);
  app.notFound(() =>
    problemResponse(new AppError('not_found', 'The sandbox has nothing at this address.')),
  );
  app.onError((error) => problemResponse(error));
  return app;
};
