import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerPress } from './slack-response.ts';

describe('telling a clicker', () => {
  let server: Server;
  let host = '';
  const bodies: string[] = [];
  let status = 200;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString());
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('posts to a stand-in that the policy names, and follows it nowhere', async () => {
    status = 302;
    await answerPress({ allowPrivate: false, allowedHosts: [host] }, `http://${host}/r`, 'No.');
    expect(bodies.splice(0).map((body) => JSON.parse(body))).toEqual([
      { response_type: 'ephemeral', replace_original: false, text: 'No.' },
    ]);
  });

  it.each([
    () => `http://${host}/r`,
    () => 'http://169.254.169.254/latest/meta-data/',
    () => 'http://hooks.slack.com/actions/T/1/x',
    () => 'https://hooks.slack.com.example.org/actions',
    () => 'https://user@hooks.slack.com/actions',
    () => 'https://example.org/hooks.slack.com',
    () => 'file:///etc/passwd',
    () => 'nonsense',
  ])('calls no address that is not Slack’s (%#)', async (url) => {
    await expect(
      answerPress({ allowPrivate: false, allowedHosts: [] }, url(), 'No.'),
    ).rejects.toThrow('not one of Slack');
    expect(bodies).toEqual([]);
  });
});
