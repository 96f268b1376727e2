import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { logFor } from '#server/platform/log.ts';
import type { SandboxContext } from './context.ts';
import { crmApp } from './crm/app.ts';
import type { SandboxEnv } from './faults/misbehave.ts';
import { echoApp } from './http/app.ts';
import { sandboxJsonApi } from './json-api.ts';
import { modelApp } from './model/app.ts';
import { slackApp } from './slack/app.ts';

const log = logFor('sandbox-http');

/** How long calls in progress may still take once we stop. */
const STOP_MS = 1_500;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const buildApp = (ctx: SandboxContext): Hono<SandboxEnv> => {
  const app = new Hono<SandboxEnv>();
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }));
  app.get('/healthz', () => Response.json({ ok: true }));
  app.route('/slack', slackApp(ctx));
  app.route('/model', modelApp(ctx));
  app.route('/crm', crmApp(ctx));
  app.route('/http', echoApp(ctx));
  app.route('/', sandboxJsonApi(ctx));
  app.onError((error) => {
    log.error({ err: error }, 'the sandbox failed');
    return Response.json({ error: 'The sandbox failed to store this.' }, { status: 500 });
  });
  return app;
};

export interface HttpSandbox {
  readonly port: number;
  readonly url: string;
  /** From here on calls are answered. */
  serve(ctx: SandboxContext): void;
  stop(): Promise<void>;
}

/**
 * Listens on the loopback address; port 0 takes any free one. The services need to know their own
 * address, so they are put behind the listener once it has one.
 */
export const listenHttp = async (port: number): Promise<HttpSandbox> => {
  let app: Hono<SandboxEnv> | undefined;
  const server = createAdaptorServer({
    fetch: async (request, bindings) =>
      app?.fetch(request, bindings) ?? new Response('Starting', { status: 503 }),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `http://127.0.0.1:${taken}`,
    serve: (ctx) => {
      app = buildApp(ctx);
    },
    stop: async () =>
      new Promise((resolve) => {
        if (!('closeAllConnections' in server)) throw new Error('Not an HTTP/1 server');
        // A connection that was answering when we closed stays open, kept alive by its client.
        const idle = setInterval(() => server.closeIdleConnections(), 20);
        const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(late);
          resolve();
        });
      }),
  };
};
