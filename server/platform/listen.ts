/**
 * LISTEN with reconnect, and a debounced NOTIFY.
 *
 *   connecting ──► listening ──connection lost──► waiting ──► connecting …
 *
 * Notifications are hints: whatever is missed while the connection is down is found by the polls,
 * and `onReconnect` lets a listener look once right away. NOTIFY takes one lock per database at
 * commit, so a process sends at most one per channel and interval, never one per row.
 */
import pg from 'pg';
import { aborted } from './aborted.ts';
import type { Pool } from './db.ts';
import { logFor } from './log.ts';

const log = logFor('listen');

/** The longest wait between two tries to connect. */
const MAX_BACKOFF_MS = 10_000;
/** A dead TCP connection says nothing by itself: ask, so that it shows. */
const HEARTBEAT_MS = 15_000;
/** Postgres refuses payloads of 8,000 bytes and more; hints are far smaller. */
const MAX_PAYLOAD = 2_000;

export interface ListenOptions {
  readonly connectionString: string;
  readonly channels: readonly string[];
  readonly onNotify: (channel: string, payload: string) => void;
  readonly onReconnect?: () => void;
}

export interface Listener {
  /** Resolves once the first LISTEN has been answered. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

const connect = async (options: ListenOptions, onLost: () => void): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'holdfast-listen',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    // Only LISTEN and pings go this way: nothing that could take effect unseen. It is closed then.
    query_timeout: 10_000,
  });
  client.on('error', (error) => {
    log.warn({ err: error }, 'listener lost its connection');
    onLost();
  });
  client.on('end', onLost);
  client.on('notification', (message) => options.onNotify(message.channel, message.payload ?? ''));
  try {
    await client.connect();
    for (const channel of options.channels) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};

/** Resolves when the client is lost or `stopped` aborts. */
const watch = async (
  client: pg.Client,
  lost: Promise<void>,
  stopped: AbortSignal,
): Promise<void> => {
  const heartbeat = setInterval(() => {
    client.query('select 1').catch(async () => client.end().catch(() => undefined));
  }, HEARTBEAT_MS);
  await Promise.race([lost, aborted(stopped)]);
  clearInterval(heartbeat);
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    aborted(signal),
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
};

export const listen = (options: ListenOptions): Listener => {
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const loop = async (): Promise<void> => {
    let failures = 0;
    let connectedBefore = false;
    while (!stop.signal.aborted) {
      const lost = Promise.withResolvers<void>();
      try {
        const client = await connect(options, lost.resolve);
        failures = 0;
        ready.resolve();
        if (connectedBefore) options.onReconnect?.();
        connectedBefore = true;
        await watch(client, lost.promise, stop.signal);
        await client.end().catch(() => undefined);
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'cannot listen; polling goes on');
      }
      await pause(Math.min(100 * 2 ** failures, MAX_BACKOFF_MS), stop.signal);
    }
    ready.resolve();
  };
  const running = loop();
  return {
    ready: ready.promise,
    stop: async () => {
      stop.abort();
      await running;
    },
  };
};

export interface Notifier {
  /** Asks for a NOTIFY; many calls within the interval become one, with the payloads joined. */
  notify(payload?: string): void;
  /** Sends what is pending at once, unless something was sent within the interval. */
  hurry(): void;
  stop(): Promise<void>;
}

/** Payloads are joined by newlines while they fit; beyond that the payload is empty: "look". */
export const joinPayloads = (payloads: ReadonlySet<string>): string => {
  const joined = [...payloads].filter((payload) => payload !== '').join('\n');
  return joined.length > MAX_PAYLOAD ? '' : joined;
};

export const createNotifier = (pool: Pool, channel: string, everyMs = 50): Notifier => {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let sentAt = -Infinity;
  let sending: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    clearImmediate(soon);
    timer = undefined;
    soon = undefined;
    if (pending.size === 0) return;
    const payload = joinPayloads(pending);
    pending.clear();
    sentAt = performance.now();
    try {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    } catch (error) {
      log.debug({ err: error, channel }, 'a hint was lost');
    }
  };
  return {
    notify: (payload = '') => {
      pending.add(payload);
      timer ??= setTimeout(() => {
        sending = flush();
      }, everyMs);
    },
    hurry: () => {
      if (performance.now() < sentAt + everyMs) return;
      // Not a timeout of nothing, which takes a millisecond.
      soon ??= setImmediate(() => {
        sending = flush();
      });
    },
    stop: async () => {
      clearTimeout(timer);
      clearImmediate(soon);
      await sending;
      await flush();
    },
  };
};
