import { fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';

/** What the worker process has used since it began. */
export interface Usage {
  readonly kind: 'usage';
  readonly cpuMs: number;
  readonly rssBytes: number;
}

export interface BenchWorker {
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const SCRIPT = path.join(import.meta.dirname, 'worker.ts');

const isUsage = (message: unknown): message is Usage =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'usage';

/** A worker in a process of its own; `HOLDFAST_BENCH_PROFILE` names a folder for a CPU profile. */
export const startBenchWorker = async (url: string): Promise<BenchWorker> => {
  const profile = process.env['HOLDFAST_BENCH_PROFILE'];
  const child = fork(SCRIPT, {
    execArgv: [
      '--expose-gc',
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    ],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATABASE_URL: url,
      HOLDFAST_DATA_DIR: os.tmpdir(),
    },
  });
  const exited = once(child, 'exit');
  await Promise.race([once(child, 'message'), exited]);
  return {
    usage: async () => {
      child.send('usage');
      for (;;) {
        const [message] = (await once(child, 'message')) as [unknown];
        if (isUsage(message)) return message;
      }
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
