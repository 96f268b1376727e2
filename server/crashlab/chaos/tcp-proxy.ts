/** Between a worker and its database, to cut what they have in common at a bad moment. */
import { createServer, connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface TcpProxy {
  readonly url: string;
  /** Cuts every connection now, whatever it is at. */
  cutAll(): number;
  /** The next COMMIT is passed on and its answer is not: so many times. */
  swallowCommits(times: number): void;
  readonly swallowed: () => number;
  stop(): Promise<void>;
}

/** A simple query message: its type, a length, the text. */
const COMMIT = Buffer.from('commit\0');

export const startTcpProxy = async (url: string): Promise<TcpProxy> => {
  const target = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let toSwallow = 0;
  let swallowed = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    let silent = false;
    const close = (): void => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (data) => {
      if (toSwallow > 0 && data.includes(COMMIT)) {
        toSwallow -= 1;
        silent = true;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (!silent) {
        client.write(data);
        return;
      }
      swallowed += 1;
      close();
    });
    for (const socket of pair) {
      socket.on('error', close);
      socket.on('close', close);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  const cutAll = (): number => {
    const count = pairs.size;
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    return count;
  };
  return {
    url: through.href,
    cutAll,
    swallowCommits: (times) => {
      toSwallow = times;
    },
    swallowed: () => swallowed,
    stop: async () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
};
