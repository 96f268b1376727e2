/** A worker as a process of its own, which can be killed for real. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CrashPlace } from '#server/platform/crash-point.ts';
import { TEST_SECRETS } from './test-secrets.ts';
import type { TestDatabase } from './test-database.ts';
import type { TestSandbox } from './test-sandbox.ts';

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<readonly unknown[]>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface WorkerProcessOptions {
  /** Where it kills itself: `effect.after_call:part of the effect's key`. */
  readonly crashAt?: CrashPlace | `${CrashPlace}:${string}`;
  readonly env?: Readonly<Record<string, string>>;
}

const SCRIPT = path.resolve(import.meta.dirname, '../../workers/worker.ts');

export const startWorkerProcess = async (
  db: TestDatabase,
  box: TestSandbox,
  options: WorkerProcessOptions = {},
): Promise<WorkerProcess> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-worker-'));
  const child = fork(SCRIPT, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: db.url,
      HOLDFAST_DATA_DIR: dataDir,
      HOLDFAST_SANDBOX: 'on',
      HOLDFAST_CREDENTIALS_KEY: TEST_SECRETS.credentialsKey,
      HOLDFAST_LEASE_SECONDS: '2',
      HOLDFAST_POLL_MS: '50',
      HOLDFAST_SWEEP_MS: '100',
      HOLDFAST_GRACE_SECONDS: '2',
      SANDBOX_PORT: String(box.sandbox.httpPort),
      SANDBOX_SMTP_PORT: String(box.sandbox.smtpPort),
      HOLDFAST_CRASH_AT: options.crashAt ?? '',
      LOG_LEVEL: 'fatal',
      ...options.env,
    },
  });
  const exited = once(child, 'exit').finally(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  await Promise.race([once(child, 'message'), exited]);
  return {
    child,
    exited,
    kill: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
    },
  };
};
