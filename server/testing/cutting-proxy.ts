/**
 * Stands between a pool and Postgres, and cuts the connection at a chosen statement: before it
 * reaches the server, or after it has taken effect and before the answer comes back.
 */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createPool, type Pool } from '#server/platform/db.ts';
import type { TestDatabase } from './test-database.ts';

export type Cut = 'before' | 'after';

export interface CuttingProxy {
  /** Leads through the proxy. */
  readonly pool: Pool;
  /** Cuts the next message to the server that holds these bytes; resolves when it was cut. */
  cut(when: Cut, bytes: string): Promise<void>;
}

interface Order {
  readonly when: Cut;
  readonly bytes: string;
  readonly done: () => void;
}

/** A message is sent in one piece by node-postgres, and Postgres answers after its last part. */
const join = (client: Socket, server: Socket, take: (chunk: Buffer) => Order | undefined): void => {
  let due: Order | undefined;
  const end = (): void => {
    client.destroy();
    server.destroy();
  };
  client.on('data', (chunk) => {
    const order = take(chunk);
    if (order?.when === 'before') {
      end();
      order.done();
      return;
    }
    due = order ?? due;
    server.write(chunk);
  });
  server.on('data', (chunk) => {
    if (due === undefined) {
      client.write(chunk);
      return;
    }
    end();
    due.done();
  });
  for (const socket of [client, server]) socket.on('error', end).on('close', end);
};

/** `const proxy = cuttingProxy(db)` beside `testDatabase()`. */
export const cuttingProxy = (db: TestDatabase): CuttingProxy => {
  const orders: Order[] = [];
  const sockets = new Set<Socket>();
  let pool: Pool | undefined;
  const take = (chunk: Buffer): Order | undefined => {
    const text = chunk.toString('latin1');
    const index = orders.findIndex(({ bytes }) => text.includes(bytes));
    return index < 0 ? undefined : orders.splice(index, 1)[0];
  };
  const listener = createServer((client) => {
    const { hostname, port } = new URL(db.url);
    const server = connect(Number(port === '' ? 5432 : port), hostname);
    for (const socket of [client, server]) sockets.add(socket);
    join(client, server, take);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    const url = new URL(db.url);
    url.hostname = '127.0.0.1';
    url.port = String((listener.address() as AddressInfo).port);
    pool = createPool(url.href, { name: 'cut', max: 10 });
  });
  afterAll(async () => {
    await pool?.end();
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return {
    get pool() {
      if (pool === undefined) throw new Error('The proxy runs only while tests run.');
      return pool;
    },
    cut: async (when, bytes) =>
      new Promise((resolve) => {
        orders.push({ when, bytes, done: resolve });
      }),
  };
};
