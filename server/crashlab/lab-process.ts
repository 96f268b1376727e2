/** Worker processes of the lab, seen from its main process. */
import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Act } from './acts.ts';
import type { Recorded } from './fault.ts';
import { endWithUs } from './end-with-us.ts';
import type { FromWorker, ToWorker } from './lab-messages.ts';

const SCRIPT = path.join(import.meta.dirname, 'lab-worker.ts');
const SKEW = pathToFileURL(path.join(import.meta.dirname, 'skewed-clock.ts')).href;

export interface LabProcess {
  readonly pid: number;
  /** By a signal or an exit of its own. */
  readonly gone: boolean;
  /** Its aim was reached: it died by it, or has said so. */
  readonly reached: boolean;
  /** When it said so, by our monotonic clock in milliseconds; null before. */
  readonly reachedAt: number | null;
  go(order: Omit<Extract<ToWorker, { kind: 'go' }>, 'kind'>): Promise<void>;
  /** Resolves to whether it was done; false when the process cannot say. */
  act(act: Act): Promise<boolean>;
  ring(): void;
  /** Ends its worker gracefully and keeps the process; null when it is gone. */
  stop(): Promise<readonly Recorded[] | null>;
  signal(name: NodeJS.Signals): void;
}

const LOAD_MS = 30_000;
const STOP_MS = 12_000;
const ACT_MS = 3_000;

const start = (skewHours: number): ChildProcess => {
  const child = fork(SCRIPT, {
    execArgv: skewHours === 0 ? [] : ['--import', SKEW],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LAB_CLOCK_SKEW_HOURS: String(skewHours),
      LOG_LEVEL: process.env['LAB_LOG_LEVEL'] ?? 'silent',
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'holdfast-lab-compile-cache'),
    },
  });
  endWithUs(child);
  return child;
};

/** What a child has said and become. */
interface Heard {
  ended: boolean;
  reached: boolean;
  reachedAt: number | null;
  readonly exited: Promise<void>;
  readonly acts: Map<number, (ok: boolean) => void>;
  tell(message: ToWorker): void;
  /** The first message of the kind; null when the process ends or takes too long. */
  hear<K extends FromWorker['kind']>(
    kind: K,
    withinMs: number,
  ): Promise<Extract<FromWorker, { kind: K }> | null>;
}

const listenTo = (child: ChildProcess): Heard => {
  const listeners = new Set<(message: FromWorker) => void>();
  const exit = Promise.withResolvers<void>();
  const heard: Heard = {
    ended: false,
    reached: false,
    reachedAt: null,
    exited: exit.promise,
    acts: new Map(),
    tell: (message) => {
      if (!heard.ended && child.connected) child.send(message, () => undefined);
    },
    hear: async <K extends FromWorker['kind']>(kind: K, withinMs: number) => {
      const found = Promise.withResolvers<Extract<FromWorker, { kind: K }> | null>();
      const look = (message: FromWorker): void => {
        if (message.kind === kind) found.resolve(message as Extract<FromWorker, { kind: K }>);
      };
      listeners.add(look);
      const timer = setTimeout(() => found.resolve(null), withinMs);
      void exit.promise.then(() => found.resolve(null));
      return found.promise.finally(() => {
        listeners.delete(look);
        clearTimeout(timer);
      });
    },
  };
  child.once('exit', () => {
    heard.ended = true;
    heard.reached = true;
    for (const answer of heard.acts.values()) answer(false);
    exit.resolve();
  });
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'reached') {
      heard.reached = true;
      heard.reachedAt = performance.now();
    }
    if (message.kind === 'acted') heard.acts.get(message.id)?.(message.ok);
    for (const listener of listeners) listener(message);
  });
  return heard;
};

let nextAct = 1;

const actThrough = async (heard: Heard, act: Act): Promise<boolean> => {
  const id = nextAct++;
  const done = Promise.withResolvers<boolean>();
  heard.acts.set(id, done.resolve);
  const timer = setTimeout(() => done.resolve(false), ACT_MS);
  if (heard.ended) done.resolve(false);
  heard.tell({ kind: 'act', id, act });
  return done.promise.finally(() => {
    heard.acts.delete(id);
    clearTimeout(timer);
  });
};

/** A process that has loaded everything and waits; its wall clock may be hours off. */
export const startLabProcess = async (skewHours = 0): Promise<LabProcess> => {
  const child = start(skewHours);
  const heard = listenTo(child);
  await heard.hear('waiting', LOAD_MS);
  return {
    pid: child.pid ?? 0,
    get gone() {
      return heard.ended;
    },
    get reached() {
      return heard.reached;
    },
    get reachedAt() {
      return heard.reachedAt;
    },
    go: async (order) => {
      heard.reached = false;
      heard.reachedAt = null;
      const begun = heard.hear('running', LOAD_MS);
      heard.tell({ kind: 'go', ...order });
      await begun;
    },
    act: async (act) => actThrough(heard, act),
    ring: () => heard.tell({ kind: 'ring' }),
    stop: async () => {
      const stopped = heard.hear('stopped', STOP_MS);
      heard.tell({ kind: 'stop' });
      return (await stopped)?.points ?? null;
    },
    signal: (name) => {
      if (!heard.ended) child.kill(name);
    },
  };
};
