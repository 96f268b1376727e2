import { Hono } from 'hono';
import { txOf } from '#server/platform/db.ts';
import { sha256Hex } from '#server/platform/digest.ts';
import { newId } from '#server/platform/ids.ts';
import type { SandboxContext } from '../context.ts';
import { misbehave, type SandboxEnv } from '../faults/misbehave.ts';
import { storeEchoedRequest } from '../store/http-requests.ts';

/** Never kept, whatever they hold. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

const problem = (status: number, title: string, headers = {}): Response =>
  new Response(JSON.stringify({ title, status }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });

const parsedBody = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Says back what it was sent. One Idempotency-Key is one stored request, however often it comes. */
export const echoApp = (ctx: SandboxContext): Hono<SandboxEnv> => {
  const app = new Hono<SandboxEnv>();
  app.use(
    misbehave(ctx, {
      service: 'http',
      nameOf: (c) => `${c.req.method} ${c.req.path}`,
      refusals: {
        rateLimited: (retryAfter) =>
          problem(429, 'Too many requests', { 'retry-after': retryAfter }),
        error: () => problem(500, 'Something broke here'),
        reject: () => problem(422, 'The request was refused'),
        revoked: () => problem(401, 'The credential was revoked'),
      },
    }),
  );
  app.get('*', (c) => Response.json({ method: 'GET', path: c.req.path, query: c.req.query() }));
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', async (c) => {
    const body = await c.req.text();
    const url = new URL(c.req.url);
    const path = `${url.pathname}${url.search}`;
    const headers = Object.fromEntries(
      Object.entries(c.req.header()).filter(([name]) => !SECRET_HEADERS.has(name)),
    );
    const stored = await storeEchoedRequest(txOf(ctx.pool), {
      id: newId('echo'),
      method: c.req.method,
      path,
      idempotencyKey: c.req.header('idempotency-key') ?? null,
      requestDigest: sha256Hex(`${c.req.method} ${path}\n${body}`),
      headers,
      body,
    });
    if (stored.kind === 'key_reused') {
      return problem(409, 'This Idempotency-Key came with another request before');
    }
    return Response.json(
      {
        id: stored.request.id,
        receivedAt: stored.request.at.toISOString(),
        method: stored.request.method,
        path: stored.request.path,
        body: parsedBody(stored.request.body),
      },
      stored.kind === 'replayed' ? { headers: { 'idempotency-replayed': 'true' } } : {},
    );
  });
  return app;
};
