import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrate.ts';
import { isAlive, signal } from '#server/platform/processes.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { openLane } from '../lane.ts';
import type { ChaosRow, Disturbance, Extent } from './disturbance.ts';
import { judgeLoad } from './judge-load.ts';
import { createLoad } from './load.ts';

interface OwnServer {
  readonly url: string;
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
}

/** A durable server: what it has promised must be there after an immediate stop. */
const startOwnServer = async (): Promise<OwnServer> => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-chaos-'));
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dir });
  await migrate(server.url);
  return {
    url: server.url,
    restart: async (mode) => {
      const { pid, port } = server;
      signal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await waitFor('Postgres down', () => !isAlive(pid), { timeoutMs: 30_000 });
      server = await startEmbeddedPostgres({ dir });
      if (server.port !== port) throw new Error('Postgres came back on another port.');
    },
    stop: async () => {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

const noServer = async (): Promise<never> => {
  throw new Error('The shared server is nobody’s to restart.');
};

/** One disturbance on a database of its own, from the first start to the verdict. */
export const runDisturbance = async (
  adminUrl: string,
  disturbance: Disturbance,
  extent: Extent,
): Promise<ChaosRow> => {
  const began = performance.now();
  const own = disturbance.ownServer === true ? await startOwnServer() : null;
  const lane = await openLane(adminUrl, own?.url);
  try {
    const load = await createLoad(lane);
    const restart = own === null ? noServer : own.restart;
    const done = await disturbance.disturb({ lane, extent, restart, load });
    const verdict = await judgeLoad(lane, load);
    const seconds = Math.round((performance.now() - began) / 1000);
    return { name: disturbance.name, done, seconds, ...verdict };
  } finally {
    await lane.close();
    await own?.stop();
  }
};
