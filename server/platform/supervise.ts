/**
 * Keeps child processes running.
 *
 *   starting ──ready──► running ──exit──► waiting (backoff) ──► starting …
 *       └──────────────exit────────────────►┘          stop: any state ──SIGTERM──► gone
 *
 * Children have process groups of their own, so that Ctrl-C reaches only us and they are stopped
 * in our order. They hold the other end of an IPC channel: when we are killed, it closes and they
 * stop by themselves.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { logFor } from './log.ts';
import { signal } from './processes.ts';

const log = logFor('supervisor');

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
/** A child that lived this long was well: its next crash starts over with the short backoff. */
const WELL_AFTER_MS = 30_000;

export interface ChildSpec {
  readonly name: string;
  readonly script: string;
  readonly execArgv?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Time from SIGTERM to SIGKILL. */
  readonly killAfterMs: number;
}

export interface Child {
  readonly name: string;
  /** Resolves when the child has said that it is ready, for the first time. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

const backoff = (crashes: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(crashes - 1, 0), MAX_BACKOFF_MS);

const launch = (spec: ChildSpec): ChildProcess =>
  spawn(process.execPath, [...(spec.execArgv ?? []), spec.script], {
    env: spec.env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

const exitOf = async (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('exit', (code, by) => resolve(by ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });

export const supervise = (spec: ChildSpec): Child => {
  const ready = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  let stopped = false;
  let current: ChildProcess | undefined;

  const loop = async (): Promise<void> => {
    for (let crashes = 0; !stopped; ) {
      const began = Date.now();
      current = launch(spec);
      current.on('message', (message: { kind?: string }) => {
        if (message.kind === 'ready') ready.resolve();
      });
      const how = await exitOf(current);
      current = undefined;
      // `stopped` changes while we wait, which flow analysis cannot see.
      if (isStopped()) return;
      crashes = Date.now() - began > WELL_AFTER_MS ? 1 : crashes + 1;
      const wait = backoff(crashes);
      log.error({ child: spec.name, how, restartInMs: wait }, `${spec.name} ended; restarting`);
      await Promise.race([stopping.promise, new Promise((resolve) => setTimeout(resolve, wait))]);
    }
  };
  const isStopped = (): boolean => stopped;
  const running = loop();

  return {
    name: spec.name,
    ready: ready.promise,
    stop: async () => {
      stopped = true;
      stopping.resolve();
      ready.resolve();
      const pid = current?.pid;
      if (pid !== undefined) signal(pid, 'SIGTERM');
      const killer = setTimeout(() => {
        if (pid !== undefined) signal(pid, 'SIGKILL');
      }, spec.killAfterMs);
      await running;
      clearTimeout(killer);
    },
  };
};
