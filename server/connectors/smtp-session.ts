import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Conversation, recordConversation } from './smtp-conversation.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (port 465). */
  readonly secure: boolean;
  /** Refuse to go on without STARTTLS. */
  readonly requireTls: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** Longest silence before and during the envelope, milliseconds. */
  readonly patienceMs: number;
  /** Longest wait for the answer to the message itself, milliseconds. */
  readonly answerTimeoutMs: number;
}

/**
 * How far a session came. What matters is `handed_over`: from the moment in which the message's
 * last byte, and with it the final dot, may be on its way, only the server knows the outcome.
 */
export type Stage = 'connecting' | 'signing_in' | 'envelope' | 'handed_over' | 'answered';

export interface SmtpFailure {
  readonly stage: Stage;
  /** The server's reply code, when its answer to a command is what failed; null: no answer. */
  readonly code: number | null;
  readonly cause: unknown;
}

export type SmtpOutcome =
  | { readonly ok: true; readonly reply: string; readonly conversation: readonly string[] }
  | { readonly ok: false; readonly failure: SmtpFailure; readonly conversation: readonly string[] };

interface Envelope {
  readonly from: string;
  readonly to: string;
}

type Step<T> = (done: (error: Error | null | undefined, value?: T) => void) => void;

function logTo(conversation: Conversation) {
  const debug = (entry: unknown, line: unknown): void => {
    const direction = (entry as { tnx?: unknown } | null)?.tnx;
    if (direction === 'client') conversation.client(String(line));
    if (direction === 'server') conversation.server(String(line));
  };
  const nothing = (): void => undefined;
  return {
    level: nothing,
    trace: nothing,
    debug,
    info: nothing,
    warn: nothing,
    error: nothing,
    fatal: nothing,
  };
}

function open(server: SmtpServer, conversation: Conversation): SMTPConnection {
  return new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTls && !server.secure,
    name: 'holdfast',
    connectionTimeout: server.patienceMs,
    greetingTimeout: server.patienceMs,
    dnsTimeout: server.patienceMs,
    socketTimeout: server.answerTimeoutMs,
    transactionLog: true,
    logger: logTo(conversation),
  });
}

/** An answer of the server to one of our commands, as opposed to a line that broke off. */
function answerCode(error: unknown): number | null {
  const { responseCode, command } = (error ?? {}) as { responseCode?: unknown; command?: unknown };
  return typeof responseCode === 'number' && command !== 'CONN' ? responseCode : null;
}

/**
 * One message over one connection. Never throws for what a server or a network does: where it
 * stopped and what was said is the result.
 */
export async function deliver(
  server: SmtpServer,
  envelope: Envelope,
  message: Buffer,
  signal: AbortSignal,
): Promise<SmtpOutcome> {
  const conversation = recordConversation();
  const connection = open(server, conversation);
  let stage: Stage = 'connecting';
  const broken = new Promise<never>((_, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('The connection ended')));
    signal.addEventListener('abort', () => reject(new Error('Stopped')), { once: true });
    if (signal.aborted) reject(new Error('Stopped'));
  });
  broken.catch(() => undefined);
  const take = async <T>(step: Step<T>): Promise<T | undefined> =>
    Promise.race([
      broken,
      new Promise<T | undefined>((resolve, reject) => {
        step((error, value) =>
          error === null || error === undefined ? resolve(value) : reject(error),
        );
      }),
    ]);
  try {
    await take((done) => connection.connect((error) => done(error)));
    if (server.user !== null) {
      stage = 'signing_in';
      const credentials = { user: server.user, pass: server.password ?? '' };
      await take((done) =>
        connection.login({ ...credentials, credentials }, (error) => done(error)),
      );
    }
    stage = 'envelope';
    const bytes = Readable.from([message]);
    bytes.once('end', () => {
      stage = 'handed_over';
    });
    const info = await take<{ response: string }>((done) =>
      connection.send({ from: envelope.from, to: [envelope.to] }, bytes, (error, sent) =>
        done(error, sent),
      ),
    );
    stage = 'answered';
    return { ok: true, reply: info?.response ?? '', conversation: conversation.lines() };
  } catch (cause) {
    const failure = { stage, code: answerCode(cause), cause };
    return { ok: false, failure, conversation: conversation.lines() };
  } finally {
    // After the answer nothing of the farewell matters.
    connection.once('error', () => undefined);
    connection.close();
  }
}
