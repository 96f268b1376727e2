import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntil } from '../wait-until.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface RunningProduct {
  readonly url: string;
  /** One REST call with the workspace's own key; throws on anything but a 2xx. */
  readonly post: (at: string, body: unknown) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/**
 * The product as users start it, from its production build, on a data folder and ports of its own.
 * It is gone with its data after `stop`.
 */
export async function runProduct(): Promise<RunningProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'holdfast-bench-'));
  const [port, sandbox, smtp] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/start.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      SANDBOX_PORT: String(sandbox),
      SANDBOX_SMTP_PORT: String(smtp),
      HOLDFAST_DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  try {
    await isReady(child, url);
    return { url, post: await poster(url, dataDir), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function isReady(child: ChildProcess, url: string): Promise<void> {
  await waitUntil('the product is ready', 200, async () => {
    if (child.exitCode !== null) throw new Error('The product ended while it was starting');
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    return answer?.ok === true;
  });
}

async function poster(url: string, dataDir: string): Promise<RunningProduct['post']> {
  const key = (await readFile(path.join(dataDir, 'api-key'), 'utf8')).trim();
  return async (at, body) => {
    const answer = await fetch(`${url}${at}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${at} answered ${answer.status}`);
    return answer.json();
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
