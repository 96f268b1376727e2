/**
 * Waiting for events, never for time: a test names the condition it waits for, and a deadline
 * after which it fails with that name and with the last thing that was seen.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, Tx } from '#server/platform/db.ts';

export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

const TIMEOUT_MS = 10_000;
const EVERY_MS = 20;

/** Resolves to the first value that is neither undefined, null nor false. */
export const waitFor = async <T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  options: WaitOptions = {},
): Promise<T> => {
  const deadline = Date.now() + (options.timeoutMs ?? TIMEOUT_MS);
  let lastError: unknown;
  for (;;) {
    try {
      const value = await look();
      if (value !== undefined && value !== null && value !== false) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline) {
      throw new Error(`Waited ${options.timeoutMs ?? TIMEOUT_MS} ms in vain: ${what}`, {
        cause: lastError,
      });
    }
    await sleep(options.everyMs ?? EVERY_MS);
  }
};

/** Waits until a query returns a row; resolves to that row. */
export const waitForRow = async <R extends Row>(
  db: { readonly sql: Tx },
  what: string,
  text: string,
  values: readonly unknown[] = [],
  options: WaitOptions = {},
): Promise<R> => waitFor(what, async () => (await db.sql.query<R>(text, values)).rows[0], options);

/** A place where code under test can say "I am here", and a test can wait for it. */
export interface TestSignal<T> {
  send(value: T): void;
  /** The next value, also one that was sent before anybody waited. */
  next(options?: WaitOptions): Promise<T>;
}

export const testSignal = <T>(what: string): TestSignal<T> => {
  const kept: T[] = [];
  return {
    send: (value) => {
      kept.push(value);
    },
    next: async (options) => {
      await waitFor(what, () => kept.length > 0, { everyMs: 2, ...options });
      return kept.shift() as T;
    },
  };
};
