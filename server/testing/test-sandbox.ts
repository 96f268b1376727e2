/** The sandbox services for one test file, and a listener where the product would be. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { DeliveryTiming } from '#server/sandbox/context.ts';
import { type Sandbox, startSandbox } from '#server/sandbox/start.ts';
import type { TestDatabase } from './test-database.ts';

export const TEST_SANDBOX_SECRETS = {
  slackSigningSecret: 'slack-signing-secret-for-tests',
  inboundMailSecret: 'inbound-mail-secret-for-tests',
} as const;

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type PostAnswer = (post: ReceivedPost) => number | Promise<number>;

/** Takes what the sandbox sends to the product, in order, and answers as told. */
export interface ListeningProduct {
  readonly url: string;
  readonly received: ReceivedPost[];
  /** How posts are answered from now on: a status, possibly later. */
  answer: PostAnswer;
  stop(): Promise<void>;
}

export const listenAsProduct = async (): Promise<ListeningProduct> => {
  const received: ReceivedPost[] = [];
  const product: { answer: PostAnswer } = { answer: () => 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const post = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(post);
      void Promise.resolve(product.answer(post)).then((status) => response.writeHead(status).end());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return Object.assign(product, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: async () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
};

export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly product: ListeningProduct;
}

/** `const box = testSandbox(db)` beside `testDatabase()`; free ports, started before the tests. */
export const testSandbox = (
  db: TestDatabase,
  options: { readonly timing?: Partial<DeliveryTiming>; readonly appUrl?: () => string } = {},
): TestSandbox => {
  let sandbox: Sandbox | undefined;
  let product: ListeningProduct | undefined;
  const ready = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The sandbox runs only while tests run.');
    return value;
  };
  beforeAll(async () => {
    product = await listenAsProduct();
    sandbox = await startSandbox({
      pool: db.pool,
      ports: 0,
      secrets: TEST_SANDBOX_SECRETS,
      appUrl: options.appUrl?.() ?? product.url,
      ...(options.timing === undefined ? {} : { timing: options.timing }),
    });
  });
  afterAll(async () => {
    await sandbox?.stop();
    await product?.stop();
  });
  return {
    get sandbox() {
      return ready(sandbox);
    },
    get product() {
      return ready(product);
    },
  };
};
