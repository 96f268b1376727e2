/** The web process: Next on one port, until told to stop. */
import http from 'node:http';
import path from 'node:path';
import next from 'next';
import { env } from '#server/platform/env.ts';
import { runUntilStopped, type Service } from '#server/platform/lifecycle.ts';

/** Open event streams never end by themselves: their screens reconnect elsewhere. */
const GRACE_MS = 2_000;

const webService = (port: number): Service => {
  const app = next({
    dev: env().NODE_ENV === 'development',
    dir: path.resolve(import.meta.dirname, '..'),
    port,
    hostname: 'localhost',
  });
  const server = http.createServer();
  return {
    name: 'web',
    start: async () => {
      await app.prepare();
      const handle = app.getRequestHandler();
      server.on('request', (request, response) => void handle(request, response));
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, resolve);
      });
    },
    drain: async (signal) =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    stop: async () => {
      server.closeAllConnections();
      await app.close();
    },
  };
};

await runUntilStopped(webService(env().PORT), GRACE_MS);
