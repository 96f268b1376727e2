import { z } from 'zod';
import {
  NotAuthorisedError,
  OutcomeUnknownError,
  RetryableError,
  TerminalError,
} from '#server/platform/errors.ts';
import type { Call, Connector } from './connector.ts';
import { accountIn, addressIn } from './points-at.ts';
import { probeCall } from './probe.ts';
import { ProviderReplyError } from './provider-reply.ts';
import { buildMessage, messageIdFor } from './smtp-message.ts';
import { deliver, signIn, type SmtpFailure, type SmtpServer } from './smtp-session.ts';

const requestSchema = z.object({
  /** `Sam <sam@example.com>`: the connection's sender when the request was frozen. */
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  format: z.enum(['text', 'html']),
  replyTo: z.string().nullable(),
  /** ISO 8601: the Date header, fixed at the first claim. */
  date: z.string(),
});
export type SmtpRequest = z.output<typeof requestSchema>;

const resultSchema = z.object({
  messageId: z.string(),
  /** The server's word on acceptance; null where a person vouched for it. */
  accepted: z.string().nullable(),
});
export type SmtpResult = z.output<typeof resultSchema>;

const settingsSchema = z.object({
  host: z.string().min(1),
  port: z.coerce.number().int().min(1).max(65_535).default(587),
  secure: z.boolean().default(false),
  /** "required" unless the server stands on this machine. */
  tls: z.enum(['required', 'optional']).optional(),
  /** RFC 5321 asks for ten minutes: a server may be slow to answer though it took the message. */
  answerTimeoutSeconds: z.number().min(1).max(3600).default(600),
});

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);
const PATIENCE_MS = 30_000;
/** 530, 534, 535 and 538 speak of credentials whichever command they answer. */
const SIGN_IN_CODES = new Set([530, 534, 535, 538]);

function readServer({ connection }: Call<unknown>): SmtpServer {
  const parsed = settingsSchema.safeParse(connection?.settings);
  if (connection === null || !parsed.success) {
    throw new TerminalError('The mailbox is not set up: it needs a server.');
  }
  const { host, port, secure, tls, answerTimeoutSeconds } = parsed.data;
  const { user, password } = connection.credentials;
  return {
    host,
    port,
    secure,
    requireTls: (tls ?? (LOOPBACK.has(host) ? 'optional' : 'required')) === 'required',
    user: typeof user === 'string' ? user : null,
    password: typeof password === 'string' ? password : null,
    patienceMs: PATIENCE_MS,
    answerTimeoutMs: answerTimeoutSeconds * 1000,
  };
}

/** The address inside `Sam <sam@example.com>`. */
function addressOf(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1]?.trim() ?? mailbox.trim();
}

/** What an answer of the server means: it is known in either case. */
function fromAnswer(code: number, failure: SmtpFailure, call: Call<unknown>, cause: Error): Error {
  const name = call.connection?.name ?? '';
  if (SIGN_IN_CODES.has(code) || (failure.stage === 'signing_in' && code >= 500)) {
    return new NotAuthorisedError(
      name,
      `The mail server refused the credentials of “${name}” (${code}).`,
      { cause },
    );
  }
  // A server that greets with 5xx is closed for now, which says nothing about this message.
  if (code < 500 || failure.stage === 'connecting') {
    return new RetryableError(`The mail server put the message off (${code}).`, { cause });
  }
  return new TerminalError(`The mail server refused the message (${code}).`, { cause });
}

function classify(failure: SmtpFailure, lines: readonly string[], call: Call<unknown>): Error {
  const cause = new ProviderReplyError(
    { stage: failure.stage, code: failure.code, conversation: lines },
    { cause: failure.cause },
  );
  if (failure.code !== null) return fromAnswer(failure.code, failure, call, cause);
  if (failure.stage === 'handed_over') {
    return new OutcomeUnknownError(
      call.key,
      'The mail server was handed the message and gave no answer.',
      { cause },
    );
  }
  if ((failure.cause as { code?: unknown } | null)?.code === 'EAUTH') {
    const name = call.connection?.name ?? '';
    return new NotAuthorisedError(
      name,
      `“${name}” has no credentials that the mail server takes.`,
      { cause },
    );
  }
  return new RetryableError(
    'The mail server could not be reached, or broke off before the message.',
    { cause },
  );
}

/**
 * One connection per message and no pool: a pool that sends again by itself could send twice. Mail
 * servers take no keys and cannot be searched, so an unknown outcome is for a person to decide.
 *
 * An answer counts as what it says, also the one to the final dot: with 4xx the server has not taken
 * the message (RFC 5321, 4.2.1), and whoever does not try again loses it. Some have taken it all the
 * same. They then get the very same message again, under the same Message-ID, by which mail servers
 * and readers know it for one; asking a person about every 4xx would stop all mail at every greylist.
 */
export const smtpConnector: Connector<SmtpRequest, SmtpResult> = {
  kind: 'smtp',
  idempotency: 'none',
  keyTtlSeconds: null,
  request: requestSchema,
  result: resultSchema,
  perform: async (call) => {
    const messageId = messageIdFor(call.key);
    const message = await buildMessage({ ...call.request, messageId });
    const envelope = { from: addressOf(call.request.from), to: addressOf(call.request.to) };
    const outcome = await deliver(readServer(call), envelope, message, call);
    if (!outcome.ok) throw classify(outcome.failure, outcome.conversation, call);
    const accepted = outcome.conversation.at(-1)?.slice(2) ?? '';
    return {
      result: { messageId, accepted },
      reply: { accepted, conversation: outcome.conversation },
    };
  },
  pointsAt: (connection) => [
    addressIn(connection, (settings) => settingsSchema.safeParse(settings).data?.host),
    accountIn(connection, 'user'),
  ],
  probe: async (connection, signal) => {
    const call = probeCall(connection, signal);
    const outcome = await signIn(readServer(call), signal);
    if (!outcome.ok) throw classify(outcome.failure, outcome.conversation, call);
  },
  assumeHappened: (_request, key) => ({ messageId: messageIdFor(key), accepted: null }),
};
