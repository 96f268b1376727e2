import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  NotAuthorisedError,
  OutcomeUnknownError,
  RetryableError,
  TerminalError,
} from '#server/platform/errors.ts';
import type { OpenConnection } from './connector.ts';
import { providerReplyOf } from './provider-reply.ts';
import { smtpConnector } from './smtp.ts';

/**
 * Mail servers that break off at each line of the protocol. What a server does is told as answers
 * by verb; null hangs up, `silence` says nothing, `dot` answers the message itself.
 */
type Script = Partial<
  Record<'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'dot', string | null>
>;

const POLITE = {
  greeting: '220 test ESMTP',
  EHLO: '250-test\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 ok',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  dot: '250 2.0.0 queued as 42',
} as const;

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const answer = (socket: Socket, line: string | null): void => {
  if (line === null) socket.destroy();
  else if (line !== 'silence') socket.write(`${line}\r\n`);
};

const serve = async (script: Script): Promise<number> => {
  const says = { ...POLITE, ...script };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let inData = false;
    let buffer = '';
    answer(socket, says.greeting);
    socket.on('data', (chunk: Buffer) => {
      buffer += chunk.toString();
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (inData && line !== '.') continue;
        const verb = line.slice(0, 4) as 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA';
        answer(socket, inData ? says.dot : says[verb]);
        inData = verb === 'DATA' && says.DATA?.startsWith('354') === true;
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
};

const connection = (port: number, over: Record<string, unknown> = {}): OpenConnection => ({
  id: 'con_1',
  name: 'mailbox',
  revision: '1',
  settings: { host: '127.0.0.1', port, from: 'sam@example.com', answerTimeoutSeconds: 1, ...over },
  credentials: { user: 'sam@example.com', password: 'hunter22' },
});

const sendThrough = async (
  open: OpenConnection,
  signal = new AbortController().signal,
): Promise<unknown> =>
  smtpConnector
    .perform({
      key: 'run_1/send',
      connection: open,
      signal,
      request: {
        from: 'sam@example.com',
        to: 'maya@example.com',
        subject: 'Hi',
        body: 'Hello',
        format: 'text',
        replyTo: null,
        date: '2027-01-15T09:00:00.000Z',
      },
    })
    .then(
      () => null,
      (error: unknown) => error,
    );

const send = async (script: Script): Promise<unknown> =>
  sendThrough(connection(await serve(script)));

describe('sending an email', () => {
  it('ends with the server’s word', async () => {
    expect(await send({})).toBeNull();
  });

  it.each(['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'] as const)(
    'S3.4 knows that nothing was sent when the server hangs up at %s',
    async (at) => {
      expect(await send({ [at]: null })).toBeInstanceOf(RetryableError);
    },
  );

  it('S3.3 does not know the outcome when the server hangs up after the final dot', async () => {
    const error = await send({ dot: null });
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(providerReplyOf(error)).toMatchObject({ stage: 'handed_over', code: null });
  });

  it('S3.3 does not know the outcome when the answer to the message never comes', async () => {
    expect(await send({ dot: 'silence' })).toBeInstanceOf(OutcomeUnknownError);
  });

  it.each(['MAIL', 'DATA'] as const)(
    'S3.4 knows that nothing was sent when the server falls silent at %s',
    async (at) => {
      expect(await send({ [at]: 'silence' })).toBeInstanceOf(RetryableError);
    },
  );

  it.each([
    ['greeting', '421 4.3.2 busy'],
    ['greeting', '554 5.3.2 closed'],
    ['AUTH', '454 4.7.0 later'],
    ['MAIL', '451 4.7.1 slow down'],
    ['RCPT', '450 4.2.1 greylisted'],
    ['DATA', '421 4.3.2 going down'],
    ['dot', '451 4.3.0 not now'],
    ['dot', '421 4.3.2 going down'],
  ] as const)('S4.2 tries again after %s was answered with %s', async (at, line) => {
    expect(await send({ [at]: line })).toBeInstanceOf(RetryableError);
  });

  it.each([
    ['MAIL', '550 5.7.1 sender refused'],
    ['RCPT', '550 5.1.1 no such user'],
    ['DATA', '554 5.5.1 no'],
    ['dot', '554 5.7.1 spam'],
  ] as const)('gives up after %s was answered with %s', async (at, line) => {
    expect(await send({ [at]: line })).toBeInstanceOf(TerminalError);
  });

  it.each([
    ['AUTH', '535 5.7.8 bad credentials'],
    ['AUTH', '534 5.7.9 app password needed'],
    ['MAIL', '530 5.7.0 sign in first'],
  ] as const)('S8.5 asks for a person after %s was answered with %s', async (at, line) => {
    expect(await send({ [at]: line })).toBeInstanceOf(NotAuthorisedError);
  });

  it('S8.5 never signs in over a line that anyone can read', async () => {
    const port = await serve({});
    const error = await sendThrough(connection(port, { tls: 'required' }));
    expect(error).toBeInstanceOf(RetryableError);
    expect(providerReplyOf(error)?.['stage']).toBe('connecting');
  });

  it('cannot reach a server that is not there, and says so', async () => {
    expect(await sendThrough(connection(1))).toBeInstanceOf(RetryableError);
  });

  it('has sent nothing when it was stopped before it began', async () => {
    expect(await sendThrough(connection(await serve({})), AbortSignal.abort())).toBeInstanceOf(
      RetryableError,
    );
  });
});
