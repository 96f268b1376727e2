import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Call } from './connector.ts';
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
export type Stage = 'connecting' | 'signing_in' | 'envelope' | 'handed_over';

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

/** A connection that is signed in. */
interface Session {
  readonly connection: SMTPConnection;
  readonly reach: (stage: Stage) => void;
  /** Waits for one command's answer, or for what breaks the connection meanwhile. */
  readonly take: <T>(step: Step<T>) => Promise<T | undefined>;
  /** Hangs up at once, and says why. */
  readonly breakOff: (why: string) => void;
}

/** Reports whatever ends the connection before we do. */
function watch(
  connection: SMTPConnection,
  signal: AbortSignal,
  report: (error: Error) => void,
): void {
  const stop = (): void => report(new Error('Stopped'));
  connection.once('error', report);
  connection.once('end', () => report(new Error('The connection ended')));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
}

async function logIn({ take, reach, connection }: Session, server: SmtpServer): Promise<void> {
  await take((done) => connection.connect((error) => done(error)));
  if (server.user === null) return;
  reach('signing_in');
  const credentials = { user: server.user, pass: server.password ?? '' };
  await take((done) => connection.login({ ...credentials, credentials }, (error) => done(error)));
}

/**
 * One connection from beginning to end. Never throws for what a server or a network does: where it
 * stopped and what was said is the result.
 */
async function inSession(
  server: SmtpServer,
  signal: AbortSignal,
  work: (session: Session) => Promise<string>,
): Promise<SmtpOutcome> {
  const conversation = recordConversation();
  const connection = open(server, conversation);
  const broken = Promise.withResolvers<never>();
  // It may break after the last thing that anyone waits for.
  broken.promise.catch(() => undefined);
  watch(connection, signal, broken.reject);
  let stage: Stage = 'connecting';
  const take = async <T>(step: Step<T>): Promise<T | undefined> => {
    const answered = Promise.withResolvers<T | undefined>();
    step((error, value) =>
      error === null || error === undefined ? answered.resolve(value) : answered.reject(error),
    );
    return Promise.race([broken.promise, answered.promise]);
  };
  const reach = (reached: Stage): void => {
    stage = reached;
  };
  const breakOff = (why: string): void => {
    broken.reject(new Error(why));
    connection.close();
  };
  const session = { connection, take, reach, breakOff };
  try {
    await logIn(session, server);
    const reply = await work(session);
    return { ok: true, reply, conversation: conversation.lines() };
  } catch (cause) {
    const failure = { stage, code: answerCode(cause), cause };
    return { ok: false, failure, conversation: conversation.lines() };
  } finally {
    // After the answer nothing of the farewell matters.
    connection.once('error', () => undefined);
    connection.close();
  }
}

/** Signs in and leaves again. */
export async function signIn(server: SmtpServer, signal: AbortSignal): Promise<SmtpOutcome> {
  return inSession(server, signal, async () => '');
}

/** One message over one connection. */
export async function deliver(
  server: SmtpServer,
  envelope: Envelope,
  message: Buffer,
  { signal, mayStillSend }: Pick<Call<unknown>, 'signal' | 'mayStillSend'>,
): Promise<SmtpOutcome> {
  return inSession(server, signal, async ({ connection, reach, take, breakOff }) => {
    reach('envelope');
    const bytes = new Readable({
      // Asked for once the server is ready for the message. Without its final dot it takes none.
      read: () => {
        if (mayStillSend?.() === false) return breakOff('The time for the call had run out');
        bytes.push(message);
        return bytes.push(null);
      },
    });
    bytes.once('end', () => reach('handed_over'));
    const info = await take<{ response: string }>((done) =>
      connection.send({ from: envelope.from, to: [envelope.to] }, bytes, (error, sent) =>
        done(error, sent),
      ),
    );
    return info?.response ?? '';
  });
}
