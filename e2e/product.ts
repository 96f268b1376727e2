/**
 * A whole product of its own, started by the command that users type, for tests that stop it the
 * hard way. Knows nothing but the public interfaces: the printed address, the API key's file, REST.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from './until.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

export interface ProductOptions {
  readonly dataDir: string;
  readonly port: number;
}

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Resolves when the process that we started has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts `npm start`'s program and waits for `/readyz`. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(options.port),
      SANDBOX_PORT: String(options.port + 1),
      SANDBOX_SMTP_PORT: String(options.port + 2),
      HOLDFAST_DATA_DIR: options.dataDir,
      HOLDFAST_LEASE_SECONDS: '4',
      LOG_LEVEL: 'warn',
    },
  });
  const lines: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const url = `http://localhost:${options.port}`;
  await until(
    `${url}/readyz answers`,
    async () => {
      if (over) throw new Error(`The product ended while starting:\n${lines.join('')}`);
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      return answer?.ok === true ? answer : null;
    },
    120_000,
  );
  return { url, dataDir: options.dataDir, process: child, ended };
}

/** As Ctrl-C does. */
export async function interrupt(product: Product): Promise<void> {
  product.process.kill('SIGINT');
  await product.ended;
}

/** The supervisor dies at once; what it started must notice by itself. */
export async function killHard(product: Product): Promise<void> {
  product.process.kill('SIGKILL');
  await product.ended;
}

export type Json = Record<string, unknown>;

/** One REST call with the workspace's own key; throws on anything but a 2xx. */
export async function rest<T = Json>(
  product: Pick<Product, 'url' | 'dataDir'>,
  method: string,
  at: string,
  body?: unknown,
): Promise<T> {
  const key = (await readFile(path.join(product.dataDir, 'api-key'), 'utf8')).trim();
  const answer = await fetch(`${product.url}${at}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${at} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}
