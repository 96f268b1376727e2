import type { Connector, RepeatPromise } from './connector.ts';

/** What may be done after an unknown outcome of this very request. */
export function promiseOf(connector: Connector, request: unknown): RepeatPromise {
  const { idempotency, keyTtlSeconds } = connector;
  return connector.promiseOf?.(request) ?? { idempotency, keyTtlSeconds };
}
