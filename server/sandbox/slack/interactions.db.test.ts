import { createHmac } from 'node:crypto';
import { WebClient } from '@slack/web-api';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import {
  type ReceivedPost,
  TEST_SANDBOX_SECRETS,
  testSandbox,
} from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { listSlack } from '../api/list-slack.ts';
import { pressButton } from '../api/press-button.ts';
import { SANDBOX_CREDENTIALS } from '../credentials.ts';
import { clearReceived } from '../store/clear.ts';
import { storeDelivery } from '../store/deliveries.ts';

const db = testDatabase();
const box = testSandbox(db, {
  timing: { ackTimeoutMs: 300, interactionRetrySeconds: [0.05, 0.05], pollMs: 20 },
});

const client = (): WebClient =>
  new WebClient(SANDBOX_CREDENTIALS.slackToken, {
    slackApiUrl: `${box.sandbox.httpUrl}/slack/api/`,
  });

const button = (id: string) => ({
  type: 'button' as const,
  action_id: id,
  text: { type: 'plain_text' as const, text: id },
  value: `token-of-${id}`,
});

const postRequest = async (): Promise<{ readonly ts: string; readonly channel: string }> => {
  const { ts, channel } = await client().chat.postMessage({
    channel: '#demo-approvals',
    text: 'A reply is ready.',
    blocks: [{ type: 'actions', elements: [button('approve'), button('reject')] }],
  });
  return { ts: ts ?? '', channel: channel ?? '' };
};

const payloadOf = (post: ReceivedPost | undefined): Record<string, unknown> =>
  JSON.parse(new URLSearchParams(post?.body ?? '').get('payload') ?? 'null') as Record<
    string,
    unknown
  >;

const press = async (ts: string, user = 'sam@example.com') =>
  pressButton(box.sandbox.context, ts, { actionId: 'approve', user });

describe('buttons in the sandbox Slack', () => {
  beforeEach(async () => {
    await clearReceived(db.sql);
    box.product.received.length = 0;
    box.product.answer = () => 200;
  });

  it('S6.5 sends a signed block_actions payload to the product', async () => {
    const { ts, channel } = await postRequest();
    const { ack } = await press(ts);
    expect(ack).toMatchObject({ status: 'delivered', attempts: 1, answerStatus: 200 });
    const [post] = box.product.received;
    expect(post?.path).toBe('/slack/interactions');
    const timestamp = post?.headers['x-slack-request-timestamp'];
    const expected = createHmac('sha256', TEST_SANDBOX_SECRETS.slackSigningSecret)
      .update(`v0:${String(timestamp)}:${post?.body ?? ''}`)
      .digest('hex');
    expect(post?.headers['x-slack-signature']).toBe(`v0=${expected}`);
    expect(payloadOf(post)).toMatchObject({
      type: 'block_actions',
      user: { id: 'U0SAM0OKAFOR' },
      channel: { id: channel },
      message: { ts },
      container: { message_ts: ts, channel_id: channel },
      actions: [{ action_id: 'approve', value: 'token-of-approve', type: 'button' }],
    });
  });

  it('records when and how the product acknowledged', async () => {
    const { ts } = await postRequest();
    await press(ts, 'Lena Brandt');
    const { items } = await listSlack(db.sql);
    expect(items[0]?.interactions).toMatchObject([
      { userId: 'U0LENABRANDT', actionId: 'approve', status: 'delivered', ackStatus: 200 },
    ]);
    expect(items[0]?.interactions[0]?.ackMs).toBeGreaterThanOrEqual(0);
  });

  it('repeats a press that was refused, with the number and reason of the retry', async () => {
    const { ts } = await postRequest();
    box.product.answer = () => (box.product.received.length < 3 ? 500 : 200);
    expect((await press(ts)).ack).toMatchObject({ status: 'pending', answerStatus: 500 });
    await waitFor('the third attempt', () => box.product.received.length === 3);
    const { received } = box.product;
    expect(received.map(({ headers }) => headers['x-slack-retry-num'])).toEqual([
      undefined,
      '1',
      '2',
    ]);
    expect(received[2]?.headers['x-slack-retry-reason']).toBe('http_error');
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('counts an answer that comes too late as none, and tries again', async () => {
    const { ts } = await postRequest();
    const late = Promise.withResolvers<number>();
    box.product.answer = async () => (box.product.received.length === 1 ? late.promise : 200);
    expect((await press(ts)).ack).toMatchObject({
      status: 'pending',
      answerStatus: null,
      lastError: 'http_timeout',
    });
    await waitFor('the retry', () => box.product.received.length === 2);
    expect(box.product.received[1]?.headers['x-slack-retry-reason']).toBe('http_timeout');
    late.resolve(200);
  });

  it('gives up after its retries, and shows that', async () => {
    const { ts } = await postRequest();
    box.product.answer = () => 503;
    await press(ts);
    const [interaction] = await waitFor('giving up', async () => {
      const found = (await listSlack(db.sql)).items[0]?.interactions ?? [];
      return found[0]?.status === 'given_up' ? found : null;
    });
    expect(interaction).toMatchObject({ attempts: 3, ackStatus: 503 });
  });

  it('S6.5 presses a button of an old screen only when told to', async () => {
    const { ts, channel } = await postRequest();
    await client().chat.update({ channel, ts, text: 'Approved by Lena' });
    await expect(press(ts)).rejects.toMatchObject({ code: 'gone' });
    await pressButton(box.sandbox.context, ts, {
      actionId: 'approve',
      user: 'sam@example.com',
      stale: true,
    });
    expect(box.product.received).toHaveLength(1);
  });

  it('refuses unknown people, messages and buttons', async () => {
    const { ts } = await postRequest();
    await expect(press(ts, 'nobody@example.com')).rejects.toMatchObject({ code: 'not_found' });
    await expect(press('1.000001')).rejects.toMatchObject({ code: 'not_found' });
    expect(box.product.received).toEqual([]);
  });

  it('takes answers at the response_url: to one person, to all, in place', async () => {
    const { ts } = await postRequest();
    await press(ts);
    const url = String(payloadOf(box.product.received[0])['response_url']);
    const respond = async (body: unknown) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await respond({ text: 'Lena was quicker.' })).status).toBe(200);
    await respond({ text: 'Decided.', response_type: 'in_channel' });
    await respond({ text: 'Approved by Sam', replace_original: true });
    const { items } = await listSlack(db.sql);
    expect(items.map(({ text, ephemeralFor, via }) => [text, ephemeralFor, via])).toEqual([
      ['Decided.', null, 'response_url'],
      ['Lena was quicker.', 'U0SAM0OKAFOR', 'response_url'],
      ['Approved by Sam', null, 'api'],
    ]);
    expect(items[2]?.actions).toEqual([]);
    await respond({ delete_original: true });
    await respond({ text: 'the fifth' });
    const sixth = await respond({ text: 'the sixth' });
    expect([sixth.status, await sixth.text()]).toEqual([404, 'used_url']);
    expect((await fetch(`${url}x`, { method: 'POST', body: '{"text":"x"}' })).status).toBe(404);
  });

  it('delivers what a killed process had stored and not sent, once its lease is over', async () => {
    const { ts } = await postRequest();
    // Exactly what is left of a press when its process dies right after its commit.
    await storeDelivery(db.sql, {
      id: 'deliver_left_behind',
      kind: 'interaction',
      subjectId: 'press_left_behind',
      body: `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', ts }))}`,
    });
    expect(box.product.received).toEqual([]);
    await db.sql.query('update sandbox.deliveries set leased_until = clock_timestamp()');
    await waitFor('the backstop', () => box.product.received.length === 1);
    expect(payloadOf(box.product.received[0])).toMatchObject({ ts });
  });
});
