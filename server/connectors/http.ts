import { z } from 'zod';
import { OutcomeUnknownError, TerminalError } from '#server/platform/errors.ts';
import { storable } from '#server/platform/storable.ts';
import { failureOf, lostAnswer, replyOf } from './classify-http.ts';
import type { Call, Connector, OpenConnection, RepeatPromise } from './connector.ts';
import { type OutboundPolicy, withOutbound } from './outbound.ts';
import { accountIn, addressIn } from './points-at.ts';
import { ProviderReplyError } from './provider-reply.ts';

const requestSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  timeoutSeconds: z.number(),
  successCodes: z.array(z.number()).nullable(),
  /** The author says that the address gives a repeated key its first answer. */
  honoursKey: z.boolean(),
});
export type HttpRequest = z.output<typeof requestSchema>;

const resultSchema = z.object({
  /** Null where a person vouched for the call. */
  status: z.number().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
});
export type HttpResult = z.output<typeof resultSchema>;

const credentialsSchema = z.union([
  z.object({ token: z.string().min(1) }),
  z.object({ username: z.string(), password: z.string() }),
  z.object({ header: z.string().min(1), value: z.string() }),
]);

/** What providers that keep keys keep them for; after that, a repeat would be a fresh call. */
const KEY_TTL_SECONDS = 86_400;
const KEPT_HEADERS = ['content-type', 'etag', 'location', 'x-request-id'];
/** Set by us: an author's own would undo the promise or break the framing. */
const OWN_HEADERS = new Set([
  'idempotency-key',
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
]);

/** Repeating these changes nothing more, by RFC 9110, whether or not the key is read. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE']);

const NO_PROMISE: RepeatPromise = { idempotency: 'none', keyTtlSeconds: null };

function promiseFor({ method, honoursKey }: HttpRequest): RepeatPromise {
  if (REPEATABLE.has(method)) return { idempotency: 'key', keyTtlSeconds: null };
  return honoursKey ? { idempotency: 'key', keyTtlSeconds: KEY_TTL_SECONDS } : NO_PROMISE;
}

/** A server that broke may have done its work before; only a repeatable call needs not care. */
function failedAnswer(what: string, answer: Answer, call: Call<HttpRequest>): Error {
  const broke = answer.status >= 500 && answer.status !== 503;
  if (!broke || promiseFor(call.request).idempotency === 'key')
    return failureOf(what, answer, call);
  return new OutcomeUnknownError(
    call.key,
    `${what} broke off while working on it (${answer.status}).`,
    {
      cause: new ProviderReplyError(replyOf(answer)),
    },
  );
}

function readUrl({ url }: HttpRequest, connection: OpenConnection | null): URL {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new TerminalError(
      'The address is not one that can be called: it must begin with https:// or http://.',
    );
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new TerminalError('The address holds a user name or password: use a connection instead.');
  }
  const base = connection === null ? undefined : connection.settings['baseUrl'];
  if (typeof base === 'string' && URL.parse(base)?.origin !== parsed.origin) {
    throw new TerminalError(
      `The address is not one of “${connection?.name ?? ''}”, whose credentials it would get.`,
    );
  }
  return parsed;
}

function authorise(headers: Headers, connection: OpenConnection | null): void {
  if (connection === null) return;
  const parsed = credentialsSchema.safeParse(connection.credentials);
  if (!parsed.success) return;
  const credentials = parsed.data;
  if ('token' in credentials) headers.set('authorization', `Bearer ${credentials.token}`);
  else if ('header' in credentials) headers.set(credentials.header, credentials.value);
  else {
    const pair = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    headers.set('authorization', `Basic ${pair}`);
  }
}

function buildHeaders(call: Call<HttpRequest>): Headers {
  const headers = new Headers();
  try {
    for (const [name, value] of Object.entries(call.request.headers)) {
      if (!OWN_HEADERS.has(name.toLowerCase())) headers.set(name, value);
    }
  } catch (cause) {
    throw new TerminalError('A header holds characters that headers cannot carry.', { cause });
  }
  if (call.request.body !== null && !headers.has('content-type')) {
    headers.set('content-type', 'application/json');
  }
  authorise(headers, call.connection);
  headers.set('idempotency-key', call.key);
  return headers;
}

function readBody(text: string, contentType: string): unknown {
  if (!/[/+]json\b/.test(contentType)) return storable(text);
  try {
    return storable(JSON.parse(text));
  } catch {
    return storable(text);
  }
}

function isSuccess(status: number, codes: readonly number[] | null): boolean {
  return codes === null ? status >= 200 && status < 300 : codes.includes(status);
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function ask(policy: OutboundPolicy, call: Call<HttpRequest>, what: string): Promise<Answer> {
  const url = readUrl(call.request, call.connection);
  const { method, body, timeoutSeconds } = call.request;
  const headers = buildHeaders(call);
  return withOutbound(
    policy,
    async (outbound) => {
      try {
        const response = await outbound.fetch(url, {
          method,
          headers: [...headers],
          body: method === 'GET' ? null : body,
          signal: AbortSignal.any([call.signal, AbortSignal.timeout(timeoutSeconds * 1000)]),
        });
        return { status: response.status, headers: response.headers, text: await response.text() };
      } catch (error) {
        throw lostAnswer(what, error, outbound, call);
      }
    },
    call.mayStillSend,
  );
}

/**
 * Any web address. Every attempt carries the effect key as `Idempotency-Key`. A lost answer is asked
 * for again only where that is known to be harmless: by the method, or because the author says that
 * the address honours the key. Otherwise a person is asked what became of it.
 */
export function createHttpConnector(policy: OutboundPolicy): Connector<HttpRequest, HttpResult> {
  return {
    kind: 'http',
    idempotency: 'key',
    keyTtlSeconds: KEY_TTL_SECONDS,
    promiseOf: promiseFor,
    request: requestSchema,
    result: resultSchema,
    perform: async (call) => {
      const what = call.connection === null ? 'The address' : `“${call.connection.name}”`;
      const answer = await ask(policy, call, what);
      if (!isSuccess(answer.status, call.request.successCodes))
        throw failedAnswer(what, answer, call);
      const kept = KEPT_HEADERS.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return {
        result: {
          status: answer.status,
          headers: Object.fromEntries(kept),
          body: readBody(answer.text, answer.headers.get('content-type') ?? ''),
        },
        reply: replyOf(answer),
      };
    },
    pointsAt: (connection) => [
      addressIn(connection, ({ baseUrl }) => baseUrl),
      accountIn(connection, 'username'),
    ],
    assumeHappened: () => ({ status: null, headers: {}, body: null }),
  };
}
