/** The first seam: each statement that a pool's clients send. Loaded by lab workers only. */
import { createHash } from 'node:crypto';
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

const SHAPE = 400;

const shapeOf = ({ rowCount, rows }: Answer): string =>
  rowCount === 0
    ? ''
    : `${rowCount} ${JSON.stringify(rows ?? [])}`
        .slice(0, SHAPE)
        .replaceAll(/[a-z]+_[0-9a-z]+/g, '_')
        .replaceAll(/\d+/g, '#');

const names = new Map<string, string>();

const nameOf = (text: string): string => {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
};

/**
 * As it is sent in the lab, where planning costs more than all else: every statement with values
 * stays prepared on its connection.
 */
const prepared = (args: readonly unknown[]): readonly unknown[] => {
  const [first, values] = args;
  if (typeof first !== 'string') return args;
  if (Array.isArray(values)) return [{ name: nameOf(first), text: first, values }];
  return [first.replace(IDLE, `$1${IDLE_MS}`), ...args.slice(1)];
};

const shadow = (client: Client, gateNow: () => Gate): void => {
  const send = (client.query as Send).bind(client);
  let before = '';
  const pass = async (args: readonly unknown[], text: string): Promise<Answer> => {
    const kind = statementKind(text, before);
    before = kind;
    const sent = prepared(args);
    return gateNow().pass({
      seam: 'statement',
      kind,
      send: async () => send(...sent),
      cut: async () => {
        client.connection.stream.destroy(connectionLost());
        return send(...sent);
      },
      lost: () => {
        client.connection.stream.destroy(connectionLost());
        return connectionLost();
      },
      looks: shapeOf,
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

/** Sends every statement of the pool's clients through the gate of the moment. */
export const instrumentPool = (pool: Pool, gateNow: () => Gate): Pool => {
  pool.on('connect', (client) => shadow(client as unknown as Client, gateNow));
  return pool;
};
