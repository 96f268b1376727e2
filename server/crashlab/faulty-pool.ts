/** The first seam: each statement that a pool's clients send. Loaded by lab workers only. */
import type { Pool, QueryResult, Row } from '#server/platform/db.ts';
import { statementKind } from './fault.ts';
import type { Gate } from './fault-gate.ts';

type Answer = QueryResult<Row>;
type Send = (...args: unknown[]) => Promise<Answer>;
type Done = (error: unknown, answer?: Answer) => void;

interface Client {
  readonly query: unknown;
  readonly connection: { readonly stream: { destroy(error?: Error): void } };
}

/** As the driver says it when the server is gone. */
const connectionLost = (): Error =>
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });

/** A stopped process holds its locks until the server gives up on it: sooner, in the lab. */
const IDLE = /(idle_in_transaction_session_timeout = )\d+/;
const IDLE_MS = 1_000;

const textOf = (query: unknown): string | null => {
  if (typeof query === 'string') return query;
  const text = (query as { readonly text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : null;
};

const shadow = (client: Client, gate: Gate): void => {
  const send = (client.query as Send).bind(client);
  let before = '';
  const pass = async (args: readonly unknown[], text: string): Promise<Answer> => {
    const kind = statementKind(text, before);
    before = kind;
    const [first, ...rest] = args;
    const query = typeof first === 'string' ? first.replace(IDLE, `$1${IDLE_MS}`) : first;
    return gate.pass({
      seam: 'statement',
      kind,
      send: async () => send(query, ...rest),
      cut: async () => {
        client.connection.stream.destroy(connectionLost());
        return send(query, ...rest);
      },
      lost: () => {
        client.connection.stream.destroy(connectionLost());
        return connectionLost();
      },
      telling: (answer) => answer.rowCount !== 0,
    });
  };
  const query = (...args: unknown[]): unknown => {
    const text = textOf(args[0]);
    if (text === null) return send(...args);
    const done = args.at(-1);
    if (typeof done !== 'function') return pass(args, text);
    const tell = done as Done;
    pass(args.slice(0, -1), text).then(
      (answer) => tell(null, answer),
      (error: unknown) => tell(error),
    );
    return undefined;
  };
  Object.defineProperty(client, 'query', { value: query });
};

/** Sends every statement of the pool's clients through the gate. */
export const instrumentPool = (pool: Pool, gate: Gate): Pool => {
  pool.on('connect', (client) => shadow(client as unknown as Client, gate));
  return pool;
};
