import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlockedAddressError, withOutbound } from './outbound.ts';
import { isPrivateAddress } from './private-address.ts';

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '192.0.2.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
    '',
  ])('counts %j as private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    'counts %j as public',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe('a call to the outside', () => {
  let server: Server;
  let port = 0;
  let hits = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      hits += 1;
      if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' });
      response.end('hello');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
  });

  const causeOf = (error: unknown): unknown =>
    error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error;
  const policy = { allowPrivate: false, allowedHosts: [] };

  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '[::1]', '0x7f.1', '2130706433'])(
    'does not reach %s, and nothing is sent',
    async (host) => {
      const before = hits;
      await withOutbound(policy, async (outbound) => {
        const error: unknown = await outbound
          .fetch(`http://${host}:${port}/`)
          .catch((caught: unknown) => caught);
        expect(causeOf(error)).toBeInstanceOf(BlockedAddressError);
        expect(outbound.connected()).toBe(false);
      });
      expect(hits).toBe(before);
    },
  );

  it('reaches a private host that is ours by name and port, and only that port', async () => {
    const text = await withOutbound(
      { allowPrivate: false, allowedHosts: [`127.0.0.1:${port}`] },
      async (outbound) => {
        const response = await outbound.fetch(`http://127.0.0.1:${port}/`);
        expect(outbound.connected()).toBe(true);
        return response.text();
      },
    );
    expect(text).toBe('hello');
    await withOutbound(
      { allowPrivate: false, allowedHosts: [`127.0.0.1:${port + 1}`] },
      async (outbound) => {
        await expect(outbound.fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
      },
    );
  });

  it('follows no redirect', async () => {
    await withOutbound({ allowPrivate: true, allowedHosts: [] }, async (outbound) => {
      const response = await outbound.fetch(`http://127.0.0.1:${port}/away`);
      expect(response.status).toBe(302);
    });
  });
});
