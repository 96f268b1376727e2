/**
 * The mailbox provider. A message is stored before the final "250" is sent; cutting the connection
 * between the two (`accept_then_drop`) leaves the sender not knowing, which is what it is for.
 */
import type { AddressInfo, Socket } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAuthentication,
  type SMTPServerAuthenticationResponse,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import { logFor } from '#server/platform/log.ts';
import type { SandboxContext } from '../context.ts';
import { signIn } from './sign-in.ts';
import { smtpError } from './smtp-error.ts';
import { takeMessage } from './take-message.ts';

const log = logFor('sandbox-smtp');

const MAX_BYTES = 25 * 1024 * 1024;
/** Longer than the slowest answer that a fault can ask for. */
const SOCKET_TIMEOUT_MS = 15 * 60_000;

export interface SmtpSandbox {
  readonly port: number;
  stop(): Promise<void>;
}

/** Which socket a session speaks through, by the client's end of it. */
const socketKey = (address: string | undefined, port: number | undefined): string =>
  `${(address ?? '').replace(/^::ffff:/, '')}:${port ?? 0}`;

const asError = (error: unknown): Error => {
  const known = error instanceof Error ? error : new Error(String(error));
  if ('responseCode' in known) return known;
  log.error({ err: known }, 'message not taken');
  return smtpError(451, '4.3.0 Local error in processing');
};

const answerAuth = async (
  ctx: SandboxContext,
  auth: SMTPServerAuthentication,
  callback: (error: Error | null, response?: SMTPServerAuthenticationResponse) => void,
): Promise<void> => {
  try {
    callback(null, { user: await signIn(ctx, auth) });
  } catch (error) {
    callback(asError(error));
  }
};

interface DataCommand {
  readonly stream: SMTPServerDataStream;
  readonly session: SMTPServerSession;
  readonly callback: (error: Error | null, message?: string) => void;
  /** Closes the connection as a crash would. */
  readonly cut: () => void;
}

const answerData = async (ctx: SandboxContext, command: DataCommand): Promise<void> => {
  try {
    const taken = await takeMessage(ctx, command.stream, command.session);
    if (taken === 'answer') command.callback(null, 'OK: message queued');
    else command.cut();
  } catch (error) {
    command.callback(asError(error));
  }
};

/** Listens on the loopback address; port 0 takes any free one. */
export const startSmtp = async (ctx: SandboxContext, port: number): Promise<SmtpSandbox> => {
  const sockets = new Map<string, Socket>();
  const server = new SMTPServer({
    name: 'sandbox.holdfast.test',
    banner: 'Holdfast sandbox',
    size: MAX_BYTES,
    socketTimeout: SOCKET_TIMEOUT_MS,
    closeTimeout: 1_000,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (auth, _session, callback) => {
      void answerAuth(ctx, auth, callback);
    },
    onData: (stream, session, callback) => {
      const cut = (): void => {
        sockets.get(socketKey(session.remoteAddress, session.remotePort))?.destroy();
      };
      void answerData(ctx, { stream, session, callback, cut });
    },
  });
  server.on('error', (error: Error) => log.debug({ err: error }, 'connection error'));
  server.server.on('connection', (socket: Socket) => {
    const key = socketKey(socket.remoteAddress, socket.remotePort);
    sockets.set(key, socket);
    socket.once('close', () => sockets.delete(key));
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: async () => new Promise((resolve) => server.close(() => resolve())),
  };
};
