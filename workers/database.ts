/** The database of this start: the one we are given, or our own in the data folder. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/platform/embedded-postgres.ts';
import type { Env } from '#server/platform/env.ts';
import { logFor } from '#server/platform/log.ts';
import { isAlive } from '#server/platform/processes.ts';

const log = logFor('database');
const LOOK_MS = 500;

export interface Database {
  readonly url: string;
  stop(): Promise<void>;
}

/** Restarts our Postgres when it dies, on the same port, so that pools simply reconnect. */
const keepRunning = (first: EmbeddedPostgres, dir: string): Database => {
  const stop = new AbortController();
  let server = first;
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted || isAlive(server.pid)) continue;
      log.error('the embedded Postgres is gone; starting it again');
      try {
        server = await startEmbeddedPostgres({ dir });
      } catch (error) {
        log.error({ err: error }, 'the embedded Postgres did not start');
      }
    }
  };
  const watching = watch();
  return {
    url: first.url,
    stop: async () => {
      stop.abort();
      await watching;
      await server.stop();
    },
  };
};

export const openDatabase = async (env: Env): Promise<Database> => {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL, stop: async () => undefined };
  const dir = path.join(env.dataDir, 'db');
  return keepRunning(await startEmbeddedPostgres({ dir }), dir);
};

/** For a process that was started by itself: it uses a database but does not own one. */
export const findDatabase = async (env: Env): Promise<Database> => {
  const url = env.DATABASE_URL ?? (await findEmbeddedPostgres(path.join(env.dataDir, 'db')));
  if (url === undefined) {
    throw new Error('Set DATABASE_URL: no embedded Postgres is running in the data folder.');
  }
  return { url, stop: async () => undefined };
};
