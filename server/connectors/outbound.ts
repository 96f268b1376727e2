import { lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { isPrivateAddress } from './private-address.ts';

/** Which addresses calls may go to. */
export interface OutboundPolicy {
  /** Development only: let calls reach any address. */
  readonly allowPrivate: boolean;
  /** `host:port` of services of our own (the sandbox) that may be private. */
  readonly allowedHosts: readonly string[];
}

/** One call's way out: a fetch that knows afterwards whether anything can have been sent. */
export interface Outbound {
  readonly fetch: typeof globalThis.fetch;
  /** False: no connection came about, so the other side has seen nothing. */
  readonly connected: () => boolean;
  /** True: the last request was held back, since its caller's time had run out. */
  readonly heldBack: () => boolean;
  readonly close: () => Promise<void>;
}

export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

const CONNECT_TIMEOUT_MS = 15_000;
/** Longer answers are cut off with an error, in bytes. */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

const blocked = (): BlockedAddressError =>
  new BlockedAddressError('The address is private and cannot be called.');

/** Checked on what the name resolved to, at connect time: a name checked earlier may change. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, '', 4);
    const [first] = found;
    if (first === undefined || found.some(({ address }) => isPrivateAddress(address))) {
      return callback(blocked(), '', 4);
    }
    if (options.all === true) return callback(null, found);
    return callback(null, first.address, first.family);
  });
};

function portOf({ port, protocol }: buildConnector.Options): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

function isAllowed(policy: OutboundPolicy, options: buildConnector.Options): boolean {
  return (
    policy.allowPrivate || policy.allowedHosts.includes(`${options.hostname}:${portOf(options)}`)
  );
}

/**
 * No connection is kept for the next call: a reset on a reused one could not be told from a
 * request that was lost on its way.
 */
export function openOutbound(
  policy: OutboundPolicy,
  mayStillSend: () => boolean = () => true,
): Outbound {
  let connected = false;
  let heldBack = false;
  const holdBack = (): Error => {
    heldBack = true;
    return new Error('The time for the call had run out.');
  };
  const guarded = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup });
  const open = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const connect: buildConnector.connector = (options, callback) => {
    const literal = options.hostname.replaceAll(/[[\]]/g, '');
    const free = isAllowed(policy, options);
    if (!free && isIP(literal) !== 0 && isPrivateAddress(literal)) return callback(blocked(), null);
    (free ? open : guarded)(options, (...[error, socket]: buildConnector.CallbackArgs) => {
      if (error !== null) return callback(error, null);
      // The request's bytes are written next.
      if (!mayStillSend()) {
        socket.destroy();
        return callback(holdBack(), null);
      }
      connected = true;
      return callback(null, socket);
    });
  };
  const agent = new Agent({ connect, pipelining: 0, maxResponseSize: MAX_ANSWER_BYTES });
  const fetchOnce = async (input: string | URL, init?: object): Promise<unknown> => {
    heldBack = false;
    if (!mayStillSend()) throw holdBack();
    return undiciFetch(input, { redirect: 'manual', ...init, dispatcher: agent });
  };
  return {
    fetch: fetchOnce as unknown as typeof globalThis.fetch,
    connected: () => connected,
    heldBack: () => heldBack,
    close: async () => agent.destroy(),
  };
}

/** Runs one call and lets go of its connection, however it ends. */
export async function withOutbound<T>(
  policy: OutboundPolicy,
  work: (outbound: Outbound) => Promise<T>,
  mayStillSend?: () => boolean,
): Promise<T> {
  const outbound = openOutbound(policy, mayStillSend);
  try {
    return await work(outbound);
  } finally {
    await outbound.close();
  }
}
