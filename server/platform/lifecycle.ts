/**
 * One shape for everything long-lived, and the handling of signals around it.
 *
 *   start() ──► running ──drain()──► no new work, old work ends ──stop()──► gone
 *
 * `drain` answers within the grace period; `stop` releases what is left. Services are started in
 * order and stopped in reverse, and one that fails to stop does not keep the others from it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logFor } from './log.ts';

const log = logFor('lifecycle');

export interface Service {
  readonly name: string;
  start(): Promise<void>;
  /** Stop taking work; resolve when what was begun has ended or `signal` aborts. */
  drain?(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, `${what} failed`);
  }
};

/** Several services as one. */
export const group = (name: string, services: readonly Service[]): Service => {
  const started: Service[] = [];
  const stopAll = async (): Promise<void> => {
    for (const service of started.splice(0).toReversed()) {
      await attempt(`stopping ${service.name}`, async () => service.stop());
    }
  };
  return {
    name,
    start: async () => {
      for (const service of services) {
        try {
          started.push(service);
          await service.start();
        } catch (error) {
          await stopAll();
          throw error;
        }
      }
    },
    drain: async (signal) => {
      await Promise.all(
        started.map(async (service) =>
          attempt(`draining ${service.name}`, async () => service.drain?.(signal)),
        ),
      );
    },
    stop: stopAll,
  };
};

/** Drains for at most `graceMs`, then stops. */
export const shutDown = async (service: Service, graceMs: number): Promise<void> => {
  const grace = new AbortController();
  const timer = setTimeout(() => grace.abort(), graceMs);
  const drained = service.drain?.(grace.signal) ?? Promise.resolve();
  // A service that ignores its signal gets half a second more, not for ever.
  await Promise.race([drained, sleep(graceMs + 500, undefined, { ref: false })]);
  clearTimeout(timer);
  grace.abort();
  await service.stop();
};

/** npm and the terminal both pass on one Ctrl-C: only a later signal is a second one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `onStop` once, on the first SIGINT or SIGTERM, or when a supervisor's IPC channel closes
 * (also by kill -9). A second signal, a second later or more, ends the process at once.
 */
export const onStopSignal = (onStop: (reason: string) => Promise<void>): void => {
  let stoppingSince: number | undefined;
  const handle = (reason: string): void => {
    if (stoppingSince !== undefined) {
      const isSecond = Date.now() - stoppingSince > SAME_SIGNAL_MS;
      if (isSecond && reason !== 'disconnect') process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info({ reason }, 'stopping');
    onStop(reason).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => handle('SIGINT'));
  process.on('SIGTERM', () => handle('SIGTERM'));
  if (process.connected !== undefined) process.on('disconnect', () => handle('disconnect'));
  if (process.connected === false) handle('disconnect');
};

/** The main function of a process: starts the service, runs until told to stop. */
export const runUntilStopped = async (service: Service, graceMs: number): Promise<void> => {
  onStopSignal(async () => shutDown(service, graceMs));
  await service.start();
  process.send?.({ kind: 'ready' });
};
